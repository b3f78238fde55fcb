import { describe, expect, it } from 'vitest'
import type { Impersonation } from '../events/impersonation.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { collector } from './collector.ts'

const event = (id: string, impersonator?: string): AnalyticsEvent => ({
  id,
  name: 'a',
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: { id: 'ida', ...(impersonator && { impersonator }) },
})
const OPTIONS = { signal: new AbortController().signal, keepalive: false }

function setUp(answers: FakeAnswer[] = [], impersonation?: Impersonation, projectId = (): string | undefined => 'p-1') {
  const platform = fakePlatform(() => answers.shift() ?? { status: 202 })
  const options = { url: 'https://collect.test/', gzip: true, ...(impersonation && { impersonation }) }
  const host = fakeHost(platform)
  const destination = collector(options)({ ...host, projectId })
  const sent = () =>
    platform.transport.requests.map(({ body }) => {
      const { project, events } = JSON.parse(body ?? '')
      return [project, events.map(({ id }: AnalyticsEvent) => id).join()]
    })
  return { platform, destination, sent }
}

describe('a collector', () => {
  it('gets a batch with where it comes from', async () => {
    const { platform, destination } = setUp()
    expect(await destination.deliver([event('1')], { ...OPTIONS, keepalive: true })).toEqual({ outcome: 'delivered' })
    const [request] = platform.transport.requests
    expect(request).toMatchObject({ method: 'POST', url: 'https://collect.test/', gzip: true, keepalive: true })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      app: { name: 'Desk', platform: 'web' },
      project: 'p-1',
      sentAt: platform.clock.now(),
      dropped: {},
      inMemory: 0,
      events: [event('1')],
    })
  })

  it('is sent nothing while the promotion level, and with it the project, is not known', async () => {
    const level: { project?: string } = {}
    const { destination, sent } = setUp([], undefined, () => level.project)
    const reason = 'the promotion level is not set. Events are kept until it is; set promotion.'
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual({ outcome: 'retry', reason })
    expect(sent()).toEqual([])
    level.project = 'p-2'
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual({ outcome: 'delivered' })
    expect(sent()).toEqual([['p-2', '1']])
  })

  it.each<[FakeAnswer, object]>([
    [{ status: 200 }, { outcome: 'delivered' }],
    ['network', { outcome: 'retry' }],
    [{ status: 500 }, { outcome: 'retry' }],
    [{ status: 408 }, { outcome: 'retry' }],
    [{ status: 425 }, { outcome: 'retry' }],
    [
      { status: 429, headers: { 'Retry-After': '9' } },
      { outcome: 'retry', afterMs: 9_000 },
    ],
    [{ status: 413 }, { outcome: 'too-large' }],
    [{ status: 400 }, { outcome: 'refused', reason: 'status 400' }],
    [{ status: 422 }, { outcome: 'refused', reason: 'status 422' }],
    [{ status: 401 }, { outcome: 'retry', reason: expect.stringContaining('denies access (status 401)') as string }],
    [{ status: 403 }, { outcome: 'retry', reason: expect.stringContaining('denies access (status 403)') as string }],
    [{ status: 404 }, { outcome: 'retry', reason: expect.stringContaining('denies access (status 404)') as string }],
  ])('that answers %j is understood as %j', async (answer, result) => {
    const { destination } = setUp([answer])
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual(result)
  })

  const reasonOf = async (status: number, body: unknown, headers = {}) => {
    const { destination } = setUp([{ status, body, headers } as FakeAnswer])
    return destination.deliver([event('1')], OPTIONS)
  }

  it.each<[string, unknown, string]>([
    ['the message of a JSON body', { message: 'Event 0 needs a "name"' }, 'status 400: Event 0 needs a "name"'],
    ['the error of a JSON body', { error: 'no such project' }, 'status 400: no such project'],
    ['the message within the error of a JSON body', { error: { message: 'too old' } }, 'status 400: too old'],
    ['a body that is plain text', ' Bad name\n', 'status 400: Bad name'],
    ['the first 200 characters', 'x'.repeat(300), `status 400: ${'x'.repeat(200)}`],
    ['only the status of a page', '<!doctype html><h1>Bad request</h1>', 'status 400'],
    ['only the status of JSON without a message', { code: 7 }, 'status 400'],
    ['only the status of JSON whose message is no text', { message: { code: 7 } }, 'status 400'],
    ['only the status of an empty body', '', 'status 400'],
  ])('that refuses an event gives as the reason %s', async (_, body, reason) => {
    expect(await reasonOf(400, body)).toEqual({ outcome: 'refused', reason })
  })

  it('that refuses an event with a page, by its content type, gives only the status as the reason', async () => {
    const headers = { 'Content-Type': 'text/html' }
    expect(await reasonOf(422, 'Bad request', headers)).toEqual({ outcome: 'refused', reason: 'status 422' })
  })

  it('that refuses an event and never ends its answer is not waited for any longer than for an answer', async () => {
    const platform = fakePlatform(() => ({ status: 400 }))
    const { send } = platform.transport
    platform.transport.send = async (request) => ({
      ...(await send(request)),
      text: () => new Promise((resolve) => request.signal?.addEventListener('abort', () => resolve(undefined))),
    })
    const result = collector({ url: 'https://collect.test/' })(fakeHost(platform)).deliver([event('1')], OPTIONS)
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
  ])('acknowledges a batch by a 2xx with %s', async (_content, answer) => {
    const { destination } = setUp([answer])
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual({ outcome: 'delivered' })
  })

  const REDIRECTS =
    'the collector’s address redirects, probably to a sign-in page: redirects are not followed. Its events are kept and tried again; set url to the address that answers.'
  const PAGE =
    'the collector answered with a page, as a sign-in or a captive portal does. Its events are kept and tried again; an acknowledgement is JSON or empty.'

  it.each<[string, FakeAnswer, string]>([
    ['with a redirect', { status: 302, headers: { Location: '/login' } }, REDIRECTS],
    ['2xx with a page', { status: 200, body: '<!doctype html><title>Sign in</title>', headers: HTML }, PAGE],
    ['2xx with a page without a content type', { status: 200, body: '\n <html>' }, PAGE],
    ['2xx with a text that is declared as a page', { status: 202, body: 'Sign in', headers: HTML }, PAGE],
    ['2xx with XHTML', { status: 200, body: '\uFEFF<?xml version="1.0"?><html/>' }, PAGE],
  ])('that answers %s has acknowledged nothing, and says why', async (_, answer, message) => {
    const { destination } = setUp([answer, answer])
    const options = { ...OPTIONS, keepalive: true }
    const denied = { outcome: 'retry', reason: message }
    expect(await destination.deliver([event('1')], options)).toEqual(denied)
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual(denied)
  })

  it('that acknowledges nothing has the counts of dropped events reported again with the next batch', async () => {
    const platform = fakePlatform(() => ({ status: 200, body: '<html>' }))
    const host = fakeHost(platform)
    let reported = 0
    host.bus.on('dropsReported', () => void (reported += 1))
    const destination = collector({ url: 'https://collect.test/' })(host)
    await destination.deliver([event('1')], OPTIONS)
    expect(reported).toBe(0)
  })

  it('whose answer breaks off before its end has acknowledged nothing', async () => {
    const platform = fakePlatform(() => ({ status: 200 }))
    const { send } = platform.transport
    platform.transport.send = async (request) => ({ ...(await send(request)), text: async () => undefined })
    const destination = collector({ url: 'https://collect.test/' })(fakeHost(platform))
    expect(await destination.deliver([event('1')], OPTIONS)).toEqual({ outcome: 'retry' })
  })

  it('that takes a batch and does not answer is given up, and tried again', async () => {
    const platform = fakePlatform(() => new Promise(() => {}))
    const result = collector({ url: 'https://collect.test/' })(fakeHost(platform)).deliver([event('1')], OPTIONS)
    await platform.clock.advance(30_000)
    expect(await result).toEqual({ outcome: 'retry' })
  })

  it('is sent what happens under impersonation for another project, if so set', async () => {
    const { destination, sent } = setUp([], { redirect: 'p-support' })
    await destination.deliver([event('1'), event('2', 'sam@x'), event('3')], OPTIONS)
    expect(sent()).toEqual([
      ['p-1', '1,3'],
      ['p-support', '2'],
    ])
  })

  it.each<[number, number, object, object]>([
    [202, 503, { outcome: 'delivered' }, { outcome: 'retry' }],
    [503, 413, { outcome: 'retry' }, { outcome: 'too-large' }],
    [400, 202, { outcome: 'refused', reason: 'status 400' }, { outcome: 'delivered' }],
  ])(
    'that answers %i for one of two projects and %i for the other has an outcome for each',
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

  it('takes what happens under impersonation unless that is to be suppressed', () => {
    expect(setUp().destination.accepts?.(event('1', 'sam@x'))).toBe(true)
    expect(setUp([], 'suppress').destination.accepts?.(event('1', 'sam@x'))).toBe(false)
    expect(setUp([], 'suppress').destination.accepts?.(event('1'))).toBe(true)
  })
})
