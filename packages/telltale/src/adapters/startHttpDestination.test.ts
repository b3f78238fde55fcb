import { describe, expect, it } from 'vitest'
import { collector } from '../collector.ts'
import { startHttpAlone } from './startHttpAlone.suite.ts'
import type { LateHost } from '../core/host.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { DeliveryResult, Impersonation } from '../events/destinations/destination.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'

const event = (id: string, impersonator?: string): AnalyticsEvent => ({
  ...{ page: 'page-1', n: 1 },
  id,
  name: 'a',
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: { id: 'ida', ...(impersonator && { impersonator }) },
})
/** The event as a batch contains it, whose page is in `moments`. */
const inBatch = (id: string) => {
  const { page: _page, ...rest } = event(id)
  return { ...rest, moment: 0 }
}
/** The outcome of a batch that is for one project. */
async function resultOf(answer: Promise<DeliveryResult>) {
  const given = await answer
  return given.outcome === 'split' ? given.parts[0]?.result : given
}

const OPTIONS = { signal: new AbortController().signal, keepalive: false }

function setUp(answers: FakeAnswer[] = [], impersonation?: Impersonation, more?: Partial<LateHost['app']>) {
  const platform = fakePlatform(() => answers.shift() ?? { status: 202 })
  const options = {
    name: 'collector',
    url: 'https://collect.test/',
    gzip: true,
    ...(impersonation && { impersonation }),
  }
  const host = fakeHost(platform)
  const destination = startHttpAlone(options, { ...host, app: { ...host.app, ...more } })
  const sent = () =>
    platform.transport.requests.map(({ body }) => {
      const { project, events } = JSON.parse(body ?? '')
      return [project, events.map(({ id }: AnalyticsEvent) => id).join()]
    })
  return { platform, host, destination, sent }
}

describe('a collector', () => {
  it('a batch contains the application, the project and the time', async () => {
    const { platform, destination } = setUp()
    expect(await resultOf(destination.deliver([event('1')], { ...OPTIONS, keepalive: true }))).toEqual({
      outcome: 'delivered',
    })
    const [request] = platform.transport.requests
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://collect.test/',
      headers: { 'Content-Type': 'application/json' },
      gzip: true,
      keepalive: true,
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      app: { name: 'Desk', platform: 'web', promotion: 'sandbox' },
      project: 'p-1',
      destination: 'collector',
      sentAt: platform.clock.now(),
      dropped: {},
      inMemory: 0,
      pages: {},
      flagSets: {},
      flagDetails: {},
      moments: [{ page: 'page-1' }],
      events: [inBatch('1')],
    })
  })

  it('a batch is compressed only if the application has set `gzip`', async () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    await destination.deliver([event('1')], OPTIONS)
    expect(platform.transport.requests).toMatchObject([{ gzip: false }])
    expect(destination.compresses).toBe(false)
  })

  it('an event without flags is sent without a set of flags', async () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    await destination.deliver([event('1')], { ...OPTIONS, flagSetOf: () => undefined })
    await destination.deliver([event('2')], OPTIONS)
    const bodies = platform.transport.requests.map(({ body }) => JSON.parse(body ?? ''))
    expect(bodies).toMatchObject([
      { events: [inBatch('1')], flagSets: {} },
      { events: [inBatch('2')], flagSets: {} },
    ])
  })

  it('an event keeps properties with names that every object has, such as constructor', async () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    const flagSet = { id: 's', properties: { 'LDFF: plan': 'a' }, flags: {} }
    const own = { constructor: 'Skanska', toString: 'x', valueOf: 1, hasOwnProperty: 2, ok: 1 }
    const tracked = { ...event('1'), properties: { ...own, ...flagSet.properties } }
    await destination.deliver([tracked], { ...OPTIONS, flagSetOf: () => flagSet })
    const [sent] = JSON.parse(platform.transport.requests[0]?.body ?? '').events
    expect(Object.entries(sent.properties)).toEqual(Object.entries(own))
  })

  it('a batch of an application without levels and projects has neither', async () => {
    const { platform, destination } = setUp([], undefined, { promotion: 'only', projectId: undefined })
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual({ outcome: 'delivered' })
    const batch = JSON.parse(platform.transport.requests[0]?.body ?? '')
    expect(batch.app).toEqual({ name: 'Desk', platform: 'web' })
    expect(batch).not.toHaveProperty('project')
  })

  it('each request has the headers of the options, as they are at that time', async () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const session = { key: 'first' }
    const headers = () => ({ 'X-Write-Key': session.key, 'Content-Type': 'text/plain' })
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/', headers }, fakeHost(platform))
    await destination.deliver([event('1')], OPTIONS)
    session.key = 'second'
    await destination.deliver([event('2')], OPTIONS)
    expect(platform.transport.requests.map((request) => request.headers)).toEqual([
      { 'X-Write-Key': 'first', 'Content-Type': 'application/json' },
      { 'X-Write-Key': 'second', 'Content-Type': 'application/json' },
    ])
  })

  it('events are kept while the function that returns the headers throws, and its error is not repeated', async () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const headers = () => {
      throw new Error('no key "secret"')
    }
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/', headers }, fakeHost(platform))
    const reason =
      'its headers function has thrown, rejected or returned no object. Events are kept and tried again. (T75)'
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual({ outcome: 'retry', reason })
    expect(platform.transport.requests).toEqual([])
  })

  const promised = async (value: unknown) => value

  it.each<[string, () => unknown, object | 'retry']>([
    ['nothing', () => undefined, {}],
    ['headers', () => ({ 'X-Key': 'k' }), { 'X-Key': 'k' }],
    ['a promise of headers', () => promised({ 'X-Key': 'k' }), { 'X-Key': 'k' }],
    ['a promise of nothing', () => promised(undefined), {}],
    ['a promise that rejects', () => Promise.reject(new Error('no key "secret"')), 'retry'],
    ['a text', () => 'X-Key: k', 'retry'],
    ['a promise of a list', () => promised(['X-Key']), 'retry'],
    ['a number', () => 5, 'retry'],
  ])('headers may be a function that returns %s', async (_title, given, expected) => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const headers = given as () => Record<string, string>
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/', headers }, fakeHost(platform))
    const result = await resultOf(destination.deliver([event('1')], OPTIONS))
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(result?.outcome).toBe(expected === 'retry' ? 'retry' : 'delivered')
    const [request] = platform.transport.requests
    if (expected === 'retry') expect(request).toBeUndefined()
    else expect(request?.headers).toEqual({ ...expected, 'Content-Type': 'application/json' })
  })

  it('headers that are there are sent in the same task, as a page that ends needs it', () => {
    const platform = fakePlatform(() => ({ status: 202 }))
    const headers = () => ({ 'X-Key': 'k' })
    void startHttpAlone({ name: 'collector', url: 'https://collect.test/', headers }, fakeHost(platform)).deliver(
      [event('1')],
      OPTIONS,
    )
    expect(platform.transport.requests).toHaveLength(1)
  })

  it('a batch size must be a whole number', () => {
    for (const batchSize of [0, -1, 1.5, NaN]) {
      expect(() => collector({ url: 'https://collect.test/', batchSize })).toThrow(
        'Telltale cannot start. Set batchSize of collector({ url }) to a whole number from 1 to 50. (T29)',
      )
    }
    const options = { name: 'collector', url: 'https://collect.test/', batchSize: 10 }
    expect(collector(options)).toMatchObject({ http: options })
    expect(startHttpAlone(options, fakeHost(fakePlatform())).batchSize).toBe(10)
  })

  it.each<[FakeAnswer, object]>([
    [{ status: 200 }, { outcome: 'delivered' }],
    ['network', { outcome: 'retry', cause: 'no connection (its server is down, or CORS or a blocker forbids it)' }],
    [{ status: 500 }, { outcome: 'retry', cause: 'status 500' }],
    [{ status: 408 }, { outcome: 'retry', cause: 'status 408' }],
    [{ status: 425 }, { outcome: 'retry', cause: 'status 425' }],
    [
      { status: 429, headers: { 'Retry-After': '9' } },
      { outcome: 'retry', afterMs: 9_000, cause: 'status 429, which asks to wait 9 s' },
    ],
    [{ status: 413 }, { outcome: 'too-large' }],
    [{ status: 400 }, { outcome: 'refused', reason: 'status 400' }],
    [{ status: 422 }, { outcome: 'refused', reason: 'status 422' }],
    [
      { status: 401 },
      { outcome: 'retry', reason: expect.stringContaining('answers with status 401') as string, cause: 'status 401' },
    ],
    [
      { status: 403 },
      { outcome: 'retry', reason: expect.stringContaining('answers with status 403') as string, cause: 'status 403' },
    ],
    [
      { status: 404 },
      { outcome: 'retry', reason: expect.stringContaining('answers with status 404') as string, cause: 'status 404' },
    ],
    ...[402, 405, 406, 407, 411, 414, 415, 417, 421, 426, 428, 431, 451].map((status): [FakeAnswer, object] => [
      { status },
      { outcome: 'retry', reason: expect.stringContaining(`status ${status}`) as string, cause: `status ${status}` },
    ]),
    ...[409, 410, 412, 418, 424].map((status): [FakeAnswer, object] => [
      { status },
      { outcome: 'refused', reason: `status ${status}` },
    ]),
  ])('the answer %j of the collector has the outcome %j', async (answer, result) => {
    const { destination } = setUp([answer])
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual(result)
  })

  const reasonOf = async (status: number, body: unknown, headers = {}) => {
    const { destination } = setUp([{ status, body, headers } as FakeAnswer])
    return resultOf(destination.deliver([event('1')], OPTIONS))
  }

  it.each<[string, unknown, string]>([
    ['the message of a JSON body', { message: 'Event 0 needs a "name"' }, 'status 400: Event 0 needs a "name"'],
    ['the error of a JSON body', { error: 'no such project' }, 'status 400: no such project'],
    ['the message within the error of a JSON body', { error: { message: 'too old' } }, 'status 400: too old'],
    ['the text of a plain-text body', ' Bad name\n', 'status 400: Bad name'],
    ['the first 200 characters', 'x'.repeat(300), `status 400: ${'x'.repeat(200)}`],
    ['only the status of a page', '<!doctype html><h1>Bad request</h1>', 'status 400'],
    ['only the status of JSON without a message', { code: 7 }, 'status 400'],
    ['only the status of JSON whose message is not a string', { message: { code: 7 } }, 'status 400'],
    ['only the status of an empty body', '', 'status 400'],
  ])('the reason of a refused event is %s', async (_, body, reason) => {
    expect(await reasonOf(400, body)).toEqual({ outcome: 'refused', reason })
  })

  it('events that a collector refuses by id are refused alone, when it says that it has stored all others', async () => {
    const body = { message: 'x', stored: 2, refused: [{ id: '2', message: 'Event 1 needs a "name".' }, { id: '4' }] }
    const { destination } = setUp([{ status: 422, body }])
    const events = ['1', '2', '3', '4'].map((id) => event(id))
    const [one, two, three, four] = events
    expect(await destination.deliver(events, OPTIONS)).toEqual({
      outcome: 'split',
      parts: [
        { events: [one, three], result: { outcome: 'delivered' } },
        { events: [two], result: { outcome: 'refused', reason: 'status 422: Event 1 needs a "name".' } },
        { events: [four], result: { outcome: 'refused', reason: 'status 422' } },
      ],
    })
  })

  it.each<[string, object]>([
    ['does not say that the others are stored', { refused: [{ id: '2' }] }],
    ['has stored fewer', { stored: 1, refused: [{ id: '2' }] }],
    ['has stored more', { stored: 3, refused: [{ id: '2' }] }],
    ['names an event that was not sent', { stored: 2, refused: [{ id: '9' }] }],
    ['names an event twice', { stored: 1, refused: [{ id: '2' }, { id: '2' }] }],
    ['names none', { stored: 2, refused: [{}] }],
    ['has no list', { stored: 2, refused: { id: '2' } }],
    ['has a list of something else', { stored: 2, refused: [null] }],
  ])('a batch is refused as a whole by a collector that %s', async (_, body) => {
    const { destination } = setUp([{ status: 422, body: { message: 'no', ...body } }])
    const events = ['1', '2', '3'].map((id) => event(id))
    expect(await resultOf(destination.deliver(events, OPTIONS))).toEqual({
      outcome: 'refused',
      reason: 'status 422: no',
    })
  })

  it('the reason of an event that is refused with a text is this text, whatever its content type', async () => {
    const headers = { 'Content-Type': 'text/html' }
    expect(await reasonOf(422, 'Bad request', headers)).toEqual({
      outcome: 'refused',
      reason: 'status 422: Bad request',
    })
  })

  it('the body of a refusal that never ends is subject to the timeout of the answer', async () => {
    const platform = fakePlatform(() => ({ status: 400 }))
    const { send } = platform.transport
    platform.transport.send = async (request) => ({
      ...(await send(request)),
      text: () => new Promise((resolve) => request.signal?.addEventListener('abort', () => resolve(undefined))),
    })
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    const result = resultOf(destination.deliver([event('1')], OPTIONS))
    await platform.clock.advance(30_000)
    expect(await result).toEqual({ outcome: 'refused', reason: 'status 400' })
    expect(platform.clock.pending).toBe(0)
  })

  const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

  it.each<[string, FakeAnswer]>([
    ['nothing', { status: 200 }],
    ['nothing, under the content type of a page', { status: 200, headers: HTML }],
    ['JSON', { status: 200, body: { accepted: 1 } }],
    ['JSON without a content type', { status: 200, body: '{"accepted":1}' }],
    ['JSON that contains a page', { status: 200, body: ['<html>'] }],
    ['a plain word', { status: 200, body: 'ok', headers: { 'Content-Type': 'text/plain' } }],
    ...['ok', 'OK', '1', 'received', 'ok\n'].map((body): [string, FakeAnswer] => [
      `the text ${JSON.stringify(body)} under the content type of a page, as Express, Flask, Django and PHP send it by default`,
      { status: 200, body, headers: HTML },
    ]),
  ])('a 2xx with %s acknowledges a batch', async (_content, answer) => {
    const { destination } = setUp([answer])
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual({ outcome: 'delivered' })
  })

  const REDIRECTS = 'its url redirects. Events are kept and tried again: set url to the address that answers. (T72)'
  const PAGE =
    'its server answers with a page. Events are kept and tried again: an acknowledgement is JSON or empty. (T74)'

  const noAcknowledgement = (status: number) =>
    `its server answers with status ${status}. Events are kept and tried again: check url and who may post there. (T73)`

  it.each<[string, FakeAnswer, string, string]>([
    ['with a redirect', { status: 302, headers: { Location: '/login' } }, REDIRECTS, 'a redirect'],
    ['with 300', { status: 300 }, noAcknowledgement(300), 'status 300'],
    ['with 304', { status: 304 }, noAcknowledgement(304), 'status 304'],
    [
      '2xx with a page',
      { status: 200, body: '<!doctype html><title>Sign in</title>', headers: HTML },
      PAGE,
      'status 200 with a page',
    ],
    ['2xx with a page without a content type', { status: 200, body: '\n <html>' }, PAGE, 'status 200 with a page'],
    ['2xx with XHTML', { status: 200, body: '\uFEFF<?xml version="1.0"?><html/>' }, PAGE, 'status 200 with a page'],
  ])('an answer %s acknowledges nothing, and the reason is reported', async (_, answer, reason, cause) => {
    const { destination } = setUp([answer, answer])
    const options = { ...OPTIONS, keepalive: true }
    const denied = { outcome: 'retry', reason, cause }
    expect(await resultOf(destination.deliver([event('1')], options))).toEqual(denied)
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual(denied)
  })

  it('a batch that is not acknowledged has its counts of dropped events reported again with the next batch', async () => {
    const platform = fakePlatform(() => ({ status: 200, body: '<html>' }))
    const host = fakeHost(platform)
    let reported = 0
    host.bus.on('dropsReported', () => void (reported += 1))
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, host)
    await destination.deliver([event('1')], OPTIONS)
    expect(reported).toBe(0)
  })

  it('an answer that breaks off acknowledges nothing', async () => {
    const platform = fakePlatform(() => ({ status: 200 }))
    const { send } = platform.transport
    platform.transport.send = async (request) => ({ ...(await send(request)), text: async () => undefined })
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    expect(await resultOf(destination.deliver([event('1')], OPTIONS))).toEqual({
      outcome: 'retry',
      cause: 'the connection broke before the end of the answer',
    })
  })

  it('a collector that receives a batch and does not answer times out, and the batch is retried', async () => {
    const platform = fakePlatform(() => new Promise(() => {}))
    const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
    const result = resultOf(destination.deliver([event('1')], OPTIONS))
    await platform.clock.advance(30_000)
    expect(await result).toEqual({ outcome: 'retry', cause: 'no answer within 30 s' })
  })

  it('with the redirect option, events under impersonation are sent for another project', async () => {
    const { destination, sent } = setUp([], { redirect: 'p-support' })
    await destination.deliver([event('1'), event('2', 'sam@x'), event('3')], OPTIONS)
    expect(sent()).toEqual([
      ['p-1', '1,3'],
      ['p-support', '2'],
    ])
  })

  it.each<[number, number, object, object]>([
    [202, 202, { outcome: 'delivered' }, { outcome: 'delivered' }],
    [202, 503, { outcome: 'delivered' }, { outcome: 'retry', cause: 'status 503' }],
    [503, 413, { outcome: 'retry', cause: 'status 503' }, { outcome: 'too-large' }],
    [400, 202, { outcome: 'refused', reason: 'status 400' }, { outcome: 'delivered' }],
  ])(
    'the answers %i for one of two projects and %i for the other have separate outcomes',
    async (one, other, first, second) => {
      const { destination } = setUp([{ status: one }, { status: other }], { redirect: 'p-support' })
      const [a, b] = [event('1'), event('2', 'sam')]
      expect(await destination.deliver([a, b], OPTIONS)).toEqual({
        outcome: 'split',
        parts: [
          { events: [a], result: first },
          { events: [b], result: second },
        ],
      })
    },
  )

  it('events under impersonation are accepted unless they are suppressed', () => {
    expect(setUp().destination.accepts?.(event('1', 'sam@x'))).toBe(true)
    expect(setUp([], 'suppress').destination.accepts?.(event('1', 'sam@x'))).toBe(false)
    expect(setUp([], 'suppress').destination.accepts?.(event('1'))).toBe(true)
  })
})
