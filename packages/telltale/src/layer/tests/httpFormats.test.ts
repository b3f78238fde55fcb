import { describe, expect, it } from 'vitest'
import {
  type BatchFormat,
  type BatchHead,
  httpDestination,
  type HttpDestinationOptions,
} from '../../adapters/httpDestination.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { HttpRequest } from '../../core/ports/transport.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

const URL = 'https://in.test/'

/** One event on each line. */
const ndjson: BatchFormat = {
  encode: (events) => ({
    body: events.map(({ id, name, properties }) => `${JSON.stringify({ id, name, properties })}\n`).join(''),
    contentType: 'application/x-ndjson',
  }),
}

/** `repeated string name = 1`, as Protocol Buffers write it: for each event the tag 0x0a, the length and the text. */
const protobuf: BatchFormat = {
  encode: (events) => ({
    body: new Uint8Array(
      events.flatMap(({ name }) => {
        const text = new TextEncoder().encode(name)
        return [0x0a, text.length, ...text]
      }),
    ),
    contentType: 'application/x-protobuf',
  }),
}

function namesIn({ body, bytes }: HttpRequest): string[] {
  if (body !== undefined)
    return body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name)
  const names: string[] = []
  for (let at = 0; bytes && at < bytes.length; at += 2 + (bytes[at + 1] ?? 0))
    names.push(new TextDecoder().decode(bytes.slice(at + 2, at + 2 + (bytes[at + 1] ?? 0))))
  return names
}

interface PageOptions {
  format?: BatchFormat
  http?: Partial<HttpDestinationOptions>
  answer?: (request: HttpRequest, names: readonly string[]) => FakeAnswer
  disk?: ReturnType<typeof fakeDisk>
}

function openPage({ format = ndjson, http, answer = () => ({ status: 200 }), disk = fakeDisk() }: PageOptions = {}) {
  /** The names of the events of each request that the server has answered with 2xx. */
  const taken: string[] = []
  const platform = fakePlatform((request) => {
    const names = namesIn(request)
    const given = answer(request, names)
    if (given !== 'network' && given.status < 300) taken.push(...names)
    return given
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      app: { name: 'Desk', multiPage: true },
      identity: { person: () => ({ unique_identity: 'ida' }) },
      destinations: [httpDestination({ name: 'own', url: URL, ...http }, format)],
    },
    platform,
  )
  const waiting = async () => (await telltale.counts()).waiting.unread['own']
  return { platform, telltale, disk, taken, waiting, requests: platform.transport.requests }
}

/** The load event of a page that waits for nothing comes first. */
const LOAD = 'Load - App - Desk - Browser'

describe('a format', () => {
  it.each([
    ['text', ndjson, 'application/x-ndjson'],
    ['bytes', protobuf, 'application/x-protobuf'],
  ])('a format writes the body, as %s, and its content type', async (_, format, contentType) => {
    const { platform, telltale, requests, taken, waiting } = openPage({
      format,
      http: { headers: { 'X-Key': 'k', 'Content-Type': 'text/plain' }, gzip: true },
    })
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(requests).toMatchObject([
      { method: 'POST', url: URL, headers: { 'X-Key': 'k', 'Content-Type': contentType }, gzip: true },
    ])
    expect(taken).toEqual([LOAD, 'Quote sent'])
    expect(await waiting()).toBe(0)
  })

  it('a format knows the application, the project, the time and what was given up', async () => {
    const heads: BatchHead[] = []
    const format: BatchFormat = { encode: (events, head) => (heads.push(head), ndjson.encode(events, head)) }
    const { platform, telltale } = openPage({ format })
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(heads).toEqual([
      {
        app: { name: 'Desk', platform: 'web' },
        project: undefined,
        destination: 'own',
        sentAt: expect.any(Number) as number,
        dropped: {},
        inMemory: 0,
        pages: expect.any(Object) as object,
        outlivesPage: true,
        flagSetOf: expect.any(Function) as () => undefined,
      },
    ])
  })

  it('a format gets the rules of HTTP: a redirect, a page, 401 and 503 keep the events, and Retry-After is kept to', async () => {
    const answers: FakeAnswer[] = [
      { status: 302, headers: { Location: 'https://sign-in.test/' } },
      { status: 200, body: '<!doctype html><p>Sign in</p>' },
      { status: 401 },
      { status: 503, headers: { 'Retry-After': '120' } },
    ]
    const { platform, telltale, taken, requests } = openPage({ answer: () => answers.shift() ?? { status: 200 } })
    telltale.track('Quote sent')
    await platform.clock.advance(60_000)
    expect(answers).toEqual([])
    expect(taken.filter((name) => name === 'Quote sent')).toEqual(['Quote sent']) // the page has answered with 200, and was not believed
    expect(requests).toHaveLength(4)
    await platform.clock.advance(100_000)
    expect(requests).toHaveLength(5)
    expect(await telltale.counts()).toMatchObject({ waiting: { unread: { own: 0 } }, refused: {} })
  })

  it('a format is asked for smaller batches after 413, and a refused event alone is kept for telltale.refused', async () => {
    const { platform, telltale, taken } = openPage({
      answer: (_, names) =>
        names.length > 2 ? { status: 413 } : names.includes('Bad') ? { status: 422, body: 'no' } : { status: 200 },
    })
    for (const name of ['One', 'Bad', 'Two', 'Three']) telltale.track(name)
    for (let minute = 0; minute < 9; minute++) await platform.clock.advance(60_000)
    expect([...taken].sort()).toEqual([LOAD, 'One', 'Three', 'Two'].sort())
    expect((await telltale.refused.read()).map(({ event }) => event.name)).toEqual(['Bad'])
  })

  it('sends no event again when a server refuses some by id and says that it has stored all others', async () => {
    const sent: string[] = []
    const { platform, telltale } = openPage({
      answer({ body = '' }, names) {
        sent.push(...names)
        const events = body
          .trim()
          .split('\n')
          .map((line): { id: string; name: string } => JSON.parse(line))
        const refused = events.filter(({ name }) => name.startsWith('Bad')).map(({ id }) => ({ id, message: 'bad' }))
        return refused.length === 0
          ? { status: 200 }
          : { status: 422, body: { stored: events.length - refused.length, refused } }
      },
    })
    const names = ['One', 'Bad one', 'Two', 'Bad two', 'Three', 'Four']
    for (const name of names) telltale.track(name)
    for (let minute = 0; minute < 9; minute++) await platform.clock.advance(60_000)
    expect([...sent].sort()).toEqual([LOAD, ...names].sort())
    expect(await telltale.counts()).toMatchObject({ waiting: { unread: { own: 0 } }, refused: { own: 2 } })
    expect(await telltale.refused.read()).toMatchObject([
      { event: { name: 'Bad one' }, reason: 'status 422: bad' },
      { event: { name: 'Bad two' }, reason: 'status 422: bad' },
    ])
  })

  it('reads what a success says about single events', async () => {
    const format: BatchFormat = {
      ...ndjson,
      read(answer, events) {
        const rejected: string[] = JSON.parse(answer).rejected
        const isRejected = ({ name }: AnalyticsEvent) => rejected.includes(name)
        return {
          outcome: 'split',
          parts: [
            { events: events.filter((event) => !isRejected(event)), result: { outcome: 'delivered' } },
            { events: events.filter(isRejected), result: { outcome: 'refused', reason: 'rejected' } },
          ],
        }
      },
    }
    const { platform, telltale } = openPage({ format, answer: () => ({ status: 200, body: { rejected: ['Bad'] } }) })
    for (const name of ['One', 'Bad', 'Two']) telltale.track(name)
    await platform.clock.advance(60_000)
    expect(await telltale.counts()).toMatchObject({ waiting: { unread: { own: 0 } }, refused: { own: 1 } })
    expect((await telltale.refused.read()).map(({ event }) => event.name)).toEqual(['Bad'])
  })

  it.each<[string, BatchFormat['encode'], string]>([
    [
      'throws for an event',
      (events, head) => {
        if (events.some(({ name }) => name === 'Bad')) throw new Error('card 4111')
        return ndjson.encode(events, head)
      },
      '(T159)',
    ],
    [
      'returns a promise for an event',
      (events, head) =>
        events.some(({ name }) => name === 'Bad') ? (Promise.resolve(ndjson) as never) : ndjson.encode(events, head),
      '(T159)',
    ],
  ])('a format that %s holds back no other event, and loses none', async (_, encode, code) => {
    const { platform, telltale, taken, waiting } = openPage({ format: { encode } })
    for (const name of ['One', 'Bad', 'Two']) telltale.track(name)
    await platform.clock.advance(300_000)
    expect([...taken].sort()).toEqual([LOAD, 'One', 'Two'].sort())
    expect(await waiting()).toBe(1)
    expect(platform.logged.join()).toContain(code)
    expect(platform.logged.join()).not.toContain('4111')
  })

  it.each<[string, NonNullable<BatchFormat['read']>]>([
    [
      'throws',
      () => {
        throw new Error('card 4111')
      },
    ],
    ['returns no outcome', () => ({ outcome: 'ok' }) as never],
    ['returns parts that are no list', () => ({ outcome: 'split', parts: 5 }) as never],
    [
      'returns a part without events',
      () => ({ outcome: 'split', parts: [{ result: { outcome: 'delivered' } }] }) as never,
    ],
    [
      'returns a part with an event of another batch',
      () => ({ outcome: 'split', parts: [{ events: [{ id: 'other' }], result: { outcome: 'delivered' } }] }) as never,
    ],
    ['returns undefined', () => undefined as never],
    ['returns a promise', () => Promise.resolve({ outcome: 'delivered' }) as never],
  ])('a format whose read %s keeps the events, and is reported', async (_, read) => {
    const { platform, telltale, waiting } = openPage({ format: { ...ndjson, read } })
    telltale.track('One')
    await platform.clock.advance(60_000)
    expect(await waiting()).toBe(2)
    expect(platform.logged.join()).toContain('(T165)')
    expect(platform.logged.join()).not.toContain('4111')
  })

  it('a format is used in the same task when the page ends, and its bytes count', async () => {
    const { platform, telltale, requests } = openPage({ format: protobuf })
    await platform.clock.advance(1_000)
    telltale.track('Quote sent')
    platform.leave()
    expect(requests.at(-1)).toMatchObject({ keepalive: true, headers: { 'Content-Type': 'application/x-protobuf' } })
    expect(namesIn(requests.at(-1) as HttpRequest)).toEqual(['Quote sent'])
  })

  it('a format that does not contain what was given up leaves it to a destination that does', async () => {
    const step = { name: 'sample', process: (event: AnalyticsEvent) => (event.name === 'Noise' ? undefined : event) }
    const disk = fakeDisk()
    const run = async (format: BatchFormat) => {
      const platform = fakePlatform(() => ({ status: 200 }), disk)
      const telltale = createTelltaleAtOnce(
        {
          app: 'Desk',
          identity: { person: () => ({ unique_identity: 'ida' }) },
          events: { steps: [step] },
          destinations: [httpDestination({ name: 'own', url: URL }, format)],
        },
        platform,
      )
      await platform.clock.advance(1_000)
      const { dropped } = telltale.diagnostics.get()
      telltale.close()
      return { dropped, telltale, platform }
    }
    disk.storage.set('dropped:Desk@only/', JSON.stringify({ outbox: { 'over-budget': 3 } }))
    expect((await run(ndjson)).dropped).toEqual({ outbox: { 'over-budget': 3 } })
    expect((await run({ ...ndjson, reportsDropped: true })).dropped).toEqual({ outbox: { 'over-budget': 3 } })
    expect((await run(ndjson)).dropped).toEqual({})
  })
})

describe('httpDestination', () => {
  it.each<[string, () => unknown, string]>([
    ['without a format', () => httpDestination({ name: 'own', url: URL }, undefined as never), '(T158)'],
    ['with a format without encode', () => httpDestination({ name: 'own', url: URL }, {} as never), '(T158)'],
    ['without an address', () => httpDestination({ name: 'own', url: '' }, ndjson), '(T28)'],
    ['with a wrong batch size', () => httpDestination({ name: 'own', url: URL, batchSize: 0 }, ndjson), '(T29)'],
  ])('%s throws', (_, start, code) => expect(start).toThrow(code))

  it('without a name is no destination', () => {
    expect(() =>
      createTelltaleAtOnce(
        { app: 'Desk', destinations: [httpDestination({ url: URL } as never, ndjson)] },
        fakePlatform(),
      ),
    ).toThrow('Set destinations to a list of destinations. (T22)')
  })
})
