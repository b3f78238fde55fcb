import type { Host, Topics } from '../core/host.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { ofrepAtOnce } from '../testkit/ofrepAtOnce.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer } from '../testing/fakeTransport.ts'
import type { OfrepOptions } from './ofrep.ts'

type Flag = Record<string, unknown>

/** A server of the protocol, which every page of the browser asks. */
export function ofrepServer() {
  const server = {
    /** By user. */
    flags: { ann: [{ key: 'plan', value: 'pro', variant: 'paid', reason: 'STATIC' }] } as Record<string, Flag[]>,
    eventStreams: undefined as unknown,
    /** Answers in the place of flags, or of a stream. */
    answer: undefined as FakeAnswer | Promise<FakeAnswer> | undefined,
    streamAnswer: undefined as FakeAnswer | undefined,
    asked: [] as { url: string; headers: Readonly<Record<string, string>>; context: Record<string, unknown> }[],
    streams: [] as (ReturnType<typeof fakeStream> & { url: string; headers: HttpRequest['headers'] })[],
    serve({ url, headers = {}, method, body = '' }: HttpRequest): FakeAnswer | Promise<FakeAnswer> {
      if (method !== 'POST') {
        const stream = fakeStream()
        server.streams.push({ ...stream, url, headers })
        return server.streamAnswer ?? { status: 200, chunks: stream.chunks }
      }
      const { context } = JSON.parse(body)
      server.asked.push({ url, headers, context })
      if (server.answer) return server.answer
      const flags = server.flags[context.targetingKey] ?? []
      const etag = JSON.stringify(flags)
      if (headers['If-None-Match'] === etag) return { status: 304 }
      return { status: 200, headers: { etag }, body: { flags, eventStreams: server.eventStreams } }
    },
    /** The addresses of the streams that are open or have been. */
    opened: () => server.streams.map(({ url }) => url),
    notify: (message: object, event = 'message') =>
      server.streams.at(-1)?.push(`event: ${event}\ndata: ${JSON.stringify(message)}\n\n`),
  }
  return server
}

interface Page {
  server?: ReturnType<typeof ofrepServer>
  disk?: FakeDisk
  more?: Partial<OfrepOptions>
  person?: Record<string, unknown>
}

/** A page whose layer has the flags of the server. */
export function openPage({ server = ofrepServer(), disk = fakeDisk(), more = {}, person = {} }: Page = {}) {
  const platform = fakePlatform(server.serve, disk)
  const exposures: Topics['exposure'][] = []
  const problems: Topics['problem'][] = []
  let signedIn: Record<string, unknown> = { unique_identity: 'ann', ...person }
  const flags = ofrepAtOnce({ url: 'https://flags.test', ...more }, platform)
  function start(host: Host) {
    host.bus.on('exposure', (exposure) => exposures.push(exposure))
    host.bus.on('problem', (problem) => problems.push(problem))
    return flags.start(host)
  }
  const telltale = createTelltaleAtOnce(
    { app: 'Desk', identity: { person: () => signedIn as never }, flags: { ...flags, start } as never },
    platform,
  )
  async function signIn(next: Record<string, unknown>) {
    signedIn = next
    await telltale.identity.refresh()
    await platform.settle()
  }
  return {
    ...{
      telltale,
      server,
      disk,
      platform,
      clock: platform.clock,
      settle: platform.settle,
      signIn,
      exposures,
      problems,
    },
    /** The messages of what is wrong. */
    messages: () => problems.map(({ message }) => message),
    /** What is wrong and has not ended. */
    open: () => problems.flatMap(({ message, until }) => (until?.aborted ? [] : [message])),
  }
}

export const URL_A = 'https://sse.test/a?token=secret'
export const REFETCH = { type: 'refetchEvaluation' }

/** A page that follows changes of a server with a stream. */
export async function followingPage(more: Page = {}) {
  const { server = ofrepServer() } = more
  server.eventStreams ??= [{ type: 'sse', url: URL_A }]
  const page = openPage({ ...more, server, more: { streaming: true, ...more.more } })
  await page.clock.advance(60)
  return page
}

/** Changes the flag of Ann. */
export const serve = (server: ReturnType<typeof ofrepServer>, value: string) =>
  void (server.flags['ann'] = [{ key: 'plan', value }])
