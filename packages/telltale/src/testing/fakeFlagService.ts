import { fakePlatform, type FakePlatform } from './fakePlatform.ts'
import { fakeDisk } from './fakeDisk.ts'
import { fakeStream, type FakeAnswer } from './fakeTransport.ts'

/** A flag service in memory, on the vendor's client-side protocol. */
export interface FakeFlagService {
  readonly platform: FakePlatform
  /** What a poll answers by now. */
  flags: Record<string, unknown>
  /** What each kind of request is answered instead; a function is asked each time. */
  readonly answers: Partial<Record<Route, FakeAnswer | ((url: string) => FakeAnswer | Promise<FakeAnswer>)>>
  /** What streams the message to all that listen. */
  send(event: string, data: unknown): Promise<void>
  /** The server ends all streams. */
  endStreams(): Promise<void>
  urls(route: Route): string[]
  /** The batches of events so far, and all of their events but diagnostic ones. */
  batches(): Record<string, unknown>[][]
  events(kind?: string): Record<string, unknown>[]
  /** The key of the context that a poll or a stream was asked for. */
  keyIn(url: string): unknown
}

type Route = 'poll' | 'stream' | 'goals' | 'events' | 'diagnostic'

const ROUTES: [Route, RegExp][] = [
  ['poll', /\/sdk\/evalx\//],
  ['stream', /\/eval\//],
  ['goals', /\/sdk\/goals\//],
  ['diagnostic', /\/events\/diagnostic\//],
  ['events', /\/events\/bulk\//],
]

export const json = (body: unknown, headers: Record<string, string> = {}): FakeAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
})

export function fakeFlagService(flags: Record<string, unknown> = {}, disk = fakeDisk()): FakeFlagService {
  const streams = new Set<ReturnType<typeof fakeStream>>()
  const platform = fakePlatform(({ url }) => {
    const route = routeOf(url)
    const answer = route && service.answers[route]
    if (answer) return typeof answer === 'function' ? answer(url) : answer
    if (route === 'poll') return json(structuredClone(service.flags))
    if (route === 'goals') return json([])
    if (route !== 'stream') return { status: 202 }
    const stream = fakeStream()
    streams.add(stream)
    return { status: 200, chunks: stream.chunks }
  }, disk)
  const requests = (route: Route) => platform.transport.requests.filter(({ url }) => routeOf(url) === route)

  const service: FakeFlagService = {
    platform,
    flags,
    answers: {},
    async send(event, data) {
      for (const stream of streams) stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      await platform.settle()
    },
    async endStreams() {
      for (const stream of streams) stream.end()
      streams.clear()
      await platform.settle()
    },
    urls: (route) => requests(route).map(({ url }) => url),
    batches: () => requests('events').map(({ body }) => JSON.parse(body ?? '')),
    events: (kind) =>
      service
        .batches()
        .flat()
        .filter((event) => !kind || event['kind'] === kind),
    keyIn(url) {
      const base64 = (url.split('/').pop() ?? '').split('?')[0] ?? ''
      return JSON.parse(atob(base64.replaceAll('-', '+').replaceAll('_', '/'))).key
    },
  }
  return service
}

const routeOf = (url: string): Route | undefined => ROUTES.find(([, pattern]) => pattern.test(url))?.[0]
