import { fakePlatform, type FakePlatform } from './fakePlatform.ts'
import { fakeDisk } from './fakeDisk.ts'
import { fakeStream, type FakeAnswer } from './fakeTransport.ts'

/** An in-memory flag service that speaks the vendor's client-side protocol. */
export interface FakeFlagService {
  readonly platform: FakePlatform
  /** The flags that a poll currently returns. */
  flags: Record<string, unknown>
  /** Overrides the answer to a kind of request. A function is called for each request. */
  readonly answers: Partial<Record<Route, FakeAnswer | ((url: string) => FakeAnswer | Promise<FakeAnswer>)>>
  /** Sends the message to all open streams. */
  send(event: string, data: unknown): Promise<void>
  /** Closes all streams from the server's side. */
  endStreams(): Promise<void>
  urls(route: Route): string[]
  /** The batches of events received so far, and all of their events except diagnostic events. */
  batches(): Record<string, unknown>[][]
  events(kind?: string): Record<string, unknown>[]
  /** The context key of a poll or stream request. */
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
  /** State that tests change while the service runs. */
  const state: Pick<FakeFlagService, 'flags' | 'answers'> = { flags, answers: {} }
  const platform = fakePlatform(({ url }) => {
    const route = routeOf(url)
    const answer = route && state.answers[route]
    if (answer) return typeof answer === 'function' ? answer(url) : answer
    if (route === 'poll') return json(structuredClone(state.flags))
    if (route === 'goals') return json([])
    if (route !== 'stream') return { status: 202 }
    const stream = fakeStream()
    streams.add(stream)
    return { status: 200, chunks: stream.chunks }
  }, disk)
  const requests = (route: Route) => platform.transport.requests.filter(({ url }) => routeOf(url) === route)
  const batches = (): Record<string, unknown>[][] => requests('events').map(({ body }) => JSON.parse(body ?? ''))

  return Object.assign(state, {
    platform,
    async send(event: string, data: unknown) {
      for (const stream of streams) stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      await platform.settle()
    },
    async endStreams() {
      for (const stream of streams) stream.end()
      streams.clear()
      await platform.settle()
    },
    urls: (route: Route) => requests(route).map(({ url }) => url),
    batches,
    events: (kind?: string) =>
      batches()
        .flat()
        .filter((event) => !kind || event['kind'] === kind),
    keyIn(url: string) {
      const base64 = (url.split('/').pop() ?? '').split('?')[0] ?? ''
      return JSON.parse(atob(base64.replaceAll('-', '+').replaceAll('_', '/'))).key
    },
  })
}

const routeOf = (url: string): Route | undefined => ROUTES.find(([, pattern]) => pattern.test(url))?.[0]
