import { describe, expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { OTHER_JSON, OTHER_OBJECTS, UNREADABLE_BODIES } from '../testing/oddAnswers.suite.ts'
import type { OfrepOptions } from './ofrep.ts'
import { ofrepServer, openPage } from './ofrepPage.suite.ts'

describe('the headers of a request', () => {
  test.each<[OfrepOptions['headers'], object]>([
    [{ 'X-API-Key': 'k' }, { 'X-API-Key': 'k' }],
    [() => ({ Authorization: 'Bearer t' }), { Authorization: 'Bearer t' }],
    [async () => ({ Authorization: 'Bearer t' }), { Authorization: 'Bearer t' }],
    [() => undefined, {}],
    [{ 'Content-Type': 'text/plain' }, {}],
  ])('%o are those of the option', async (headers, sent) => {
    const { server, settle, telltale } = openPage({ more: { headers } })
    await settle()
    expect(server.asked[0]?.headers).toEqual({ ...sent, 'Content-Type': 'application/json' })
    expect(telltale.flags.status.get()).toBe('live')
  })

  test.each([
    () => {
      throw new Error('secret')
    },
    () => Promise.reject(new Error('secret')),
    () => 'secret' as never,
    async () => null as never,
  ])('that cannot be had are a failure, which is reported without a secret, and repeated: %o', async (headers) => {
    let isWrong = true
    const { server, clock, messages, telltale } = openPage({
      more: { headers: () => (isWrong ? headers() : { 'X-API-Key': 'k' }) },
    })
    await clock.advance(10_000)
    expect(server.asked).toEqual([])
    expect(messages()).toEqual([
      'The flag server has sent no flags: headers has thrown, rejected or returned no object. (T206)',
    ])
    isWrong = false
    await clock.advance(60_000)
    expect(telltale.flags.status.get()).toBe('live')
  })
})

describe('a server that sends no flags', () => {
  const CORS = 'no answer, because it is down, or does not allow requests of this page (CORS)'
  const ERROR = { status: 400, body: { errorCode: 'INVALID_CONTEXT', errorDetails: 'ann@example.com' } }
  test.each<[FakeAnswer, string, number]>([
    [{ status: 401 }, 'status 401. Check headers', 1],
    [{ status: 403, body: '<html>' }, 'status 403. Check headers', 1],
    [{ status: 404 }, 'status 404. Check url', 1],
    [ERROR, 'status 400: INVALID_CONTEXT', 1],
    [{ status: 400, body: { errorCode: 'GENERAL' } }, 'status 400: GENERAL', 3],
    [{ status: 400, body: '<html>' }, 'status 400', 3],
    [{ status: 500, body: { errorDetails: 'x' } }, 'status 500', 3],
    [{ status: 429 }, 'status 429', 3],
    [{ status: 302 }, 'the address redirects, probably to a sign-in page', 3],
    [{ status: 200, body: '<!doctype html>' }, 'the answer is not that of the protocol', 3],
    [{ status: 200, body: { flags: { plan: true } } }, 'the answer is not that of the protocol', 3],
    [{ status: 304 }, 'status 304', 3],
    [{ status: 204 }, 'status 204', 3],
    ['network', CORS, 3],
  ])('with the answer %j is reported once, and keeps the flags of before', async (answer, reason, requests) => {
    const disk = fakeDisk()
    const first = openPage({ disk })
    await first.settle()
    first.platform.leave()
    const server = ofrepServer()
    server.answer = answer
    const { telltale, clock, messages } = openPage({ disk, server })
    await clock.advance(5_000)
    expect(telltale.flags.status.get()).toBe('failed')
    expect(server.asked.length).toBeGreaterThanOrEqual(requests)
    await clock.advance(600_000)
    if (requests === 1) expect(server.asked).toHaveLength(1)
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
    expect(messages()).toEqual([`The flag server has sent no flags: ${reason}. (T206)`])
    expect(telltale.flags.status.get()).toBe('failed')
  })

  test.each([
    ['120', 120_000],
    [new Date(Date.UTC(2026, 0, 1) + 120_000).toUTCString(), 120_000],
  ])('and asks for a rest with %j is left alone for that time', async (retryAfter, ms) => {
    const server = ofrepServer()
    server.answer = { status: 429, headers: { 'Retry-After': retryAfter } }
    const { telltale, clock, settle } = openPage({ server })
    await settle()
    expect(telltale.flags.status.get()).toBe('failed')
    await clock.advance(ms - 1_000)
    expect(server.asked).toHaveLength(1)
    server.answer = undefined
    await clock.advance(3_000)
    expect(telltale.flags.status.get()).toBe('live')
  })

  test('and does not answer is reported after 10 s', async () => {
    const server = ofrepServer()
    server.answer = new Promise(() => {})
    const { clock, messages } = openPage({ server })
    await clock.advance(9_000)
    expect(messages()).toEqual([])
    await clock.advance(2_000)
    expect(messages()).toEqual(['The flag source "ofrep https://flags.test" does not answer. (T164)'])
  })

  const GOOD = JSON.stringify({ flags: [{ key: 'plan', value: 'new' }] })
  const text = (body: string | Uint8Array) => (typeof body === 'string' ? body : new TextDecoder().decode(body))
  test.each([...UNREADABLE_BODIES, ...OTHER_JSON, ...OTHER_OBJECTS])(
    'but $title is reported, and nothing breaks',
    async ({ body }) => {
      const server = ofrepServer()
      server.answer = { status: 200, body: text(body(GOOD)) }
      const { telltale, clock, messages } = openPage({ server })
      await clock.advance(5_000)
      expect(telltale.flags.variation('plan', 'none')).toBe('none')
      expect(messages()).toEqual(['The flag server has sent no flags: the answer is not that of the protocol. (T206)'])
    },
  )
})
