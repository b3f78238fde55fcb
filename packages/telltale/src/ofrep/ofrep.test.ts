import { describe, expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { OTHER_JSON, OTHER_OBJECTS, UNREADABLE_BODIES } from '../testing/oddAnswers.suite.ts'
import { createOfrep, type OfrepOptions } from './ofrep.ts'
import { ofrepServer, openPage } from './ofrepPage.suite.ts'

describe('the flags of an OFREP server', () => {
  test('are requested for the user, and are in the layer with exposures and readiness', async () => {
    const { telltale, server, settle, exposures } = openPage({ person: { role: 'admin' } })
    expect(telltale.flags.status.get()).toBe('initialising')
    await settle()
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variationDetail('plan', 'none')).toEqual({
      value: 'pro',
      reason: { kind: 'STATIC', variant: 'paid' },
    })
    expect(exposures).toMatchObject([{ key: 'plan', flag: { value: 'pro' } }])
    expect(server.asked).toEqual([
      {
        url: 'https://flags.test/ofrep/v1/evaluate/flags',
        headers: { 'Content-Type': 'application/json' },
        context: { targetingKey: 'ann', unique_identity: 'ann', role: 'admin' },
      },
    ])
  })

  test('without a value are there, and readers have their fallbacks', async () => {
    const server = ofrepServer()
    server.flags['ann'] = [{ key: 'plan', reason: 'DISABLED' }]
    const { telltale, settle, exposures } = openPage({ server })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('none')
    expect(telltale.flags.variationDetail('plan', 'none').reason).toEqual({ kind: 'DISABLED' })
    expect(telltale.flags.allFlags()).toEqual({ plan: null })
    expect(exposures[0]).toMatchObject({ key: 'plan', flag: { reason: { kind: 'DISABLED' } } })
  })

  test('with errors have no value, are no exposure, and are reported once', async () => {
    const server = ofrepServer()
    server.flags['ann'] = [
      { key: 'plan', errorCode: 'PARSE_ERROR', errorDetails: 'of ann@example.com' },
      { key: 'size', errorCode: 'GENERAL' },
      { key: 'on', value: true },
    ]
    const { telltale, settle, exposures, platform, messages } = openPage({ server, more: { streaming: true } })
    await settle()
    platform.comeBack()
    await settle()
    expect(server.asked).toHaveLength(2)
    expect(telltale.flags.variation('plan', 'none')).toBe('none')
    expect(telltale.flags.variation('on', false)).toBe(true)
    expect(exposures[0]?.flag).toBe(undefined)
    expect(messages()).toEqual([
      'The flag server could not evaluate "plan" and 1 more: PARSE_ERROR. Readers have their fallbacks. (T207)',
    ])
  })

  test('of another user are requested for that user, without the tag of the flags before', async () => {
    const { telltale, server, signIn, settle } = openPage()
    await settle()
    server.flags['bob'] = [{ key: 'plan', value: 'free' }]
    await signIn({ unique_identity: 'bob' })
    expect(telltale.flags.allFlags()).toEqual({ plan: 'free' })
    expect(server.asked.at(-1)).toMatchObject({ context: { targetingKey: 'bob' } })
    expect(server.asked.at(-1)?.headers).not.toHaveProperty('If-None-Match')
  })

  test('of an impersonated user have no exposures', async () => {
    const { telltale, settle, exposures } = openPage({ person: { mimic_user: 'sam@support.example' } })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
    expect(exposures).toEqual([])
  })

  test('of an earlier visit are in force at once, for the same user and server', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk })
    await first.settle()
    first.platform.leave()
    const { telltale, server } = openPage({ disk })
    expect(telltale.flags.status.get()).toBe('cached')
    expect(telltale.flags.variationDetail('plan', 'none').reason).toEqual({ kind: 'STATIC', variant: 'paid' })
    expect(server.asked[0]?.headers).not.toHaveProperty('If-None-Match')
    const other = openPage({ disk, more: { url: 'https://other.test' } })
    expect(other.telltale.flags.allFlags()).toEqual({})
    expect(openPage({ disk, person: { unique_identity: 'bob' } }).telltale.flags.allFlags()).toEqual({})
  })

  test('of a bootstrap are in force without a request', async () => {
    const { telltale, server, settle } = openPage({ more: { bootstrap: { plan: 'given' } } })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('given')
    expect(telltale.flags.bootstrapFlag('plan')?.value).toBe('given')
    expect(server.asked).toEqual([])
  })

  test('that have not changed are not sent again', async () => {
    const { telltale, server, platform, settle } = openPage({ more: { streaming: true } })
    await settle()
    platform.comeBack()
    await settle()
    expect(server.asked[1]?.headers['If-None-Match']).toBe(JSON.stringify(server.flags['ann']))
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
  })
})

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

test('each level has its own address, and a slash at its end is ignored', async () => {
  const { server, settle } = openPage({ more: { url: '/proxy/' } })
  await settle()
  expect(server.asked[0]?.url).toBe('/proxy/ofrep/v1/evaluate/flags')
})

test('the application may make the context itself', async () => {
  const context: OfrepOptions['context'] = ({ key }, whole) => ({ targetingKey: key.toUpperCase(), of: whole.kind })
  const { server, settle } = openPage({ more: { context } })
  await settle()
  expect(server.asked[0]?.context).toEqual({ targetingKey: 'ANN', of: 'user' })
})

test('a context that cannot be made is reported', async () => {
  const { clock, messages, telltale } = openPage({
    more: {
      context() {
        throw new Error('no')
      },
    },
  })
  await clock.advance(5_000)
  expect(telltale.flags.status.get()).toBe('failed')
  expect(messages()).toEqual(['The flag source "ofrep https://flags.test" threw an error: Error: no (T163)'])
})

test.each([
  [undefined, 'Set url of ofrep() to the address of the server. (T167)'],
  ['https://flags.test', 'Set url of ofrep() to the address of the server. (T167)'],
  [{ url: ' ' }, 'Set url of ofrep() to the address of the server. (T167)'],
  [{ url: { production: 'a', staging: 'b' } }, 'Set url.sandbox of ofrep() to the address of the server. (T167)'],
  [{ url: 'a', headers: 'x' }, 'Set headers of ofrep() to an object of headers or a function. (T167)'],
  [{ url: 'a', context: {} }, 'Set context of ofrep() to a function. (T167)'],
  [{ url: 'a', pollIntervalMs: '5' }, 'Set pollIntervalMs of ofrep() to a number. (T167)'],
  [{ url: 'a', streaming: 'yes' }, 'Set streaming of ofrep() to true or false. (T167)'],
  [{ url: 'a', bootstrap: 'x' }, 'Set bootstrap of ofrep() to localStorage or an object of flags. (T167)'],
  [{ url: 'a', kind: 'a b' }, 'Set kind of ofrep() to letters, digits, ".", "_" and "-". (T167)'],
])('with the options %j, ofrep throws', (options, message) => {
  const { tabs } = fakePlatform()
  const ports = { tabs, channel: () => undefined }
  const create = () =>
    createOfrep(options as never, ports, () => {
      throw new Error('not now')
    })
  expect(create).toThrow(`Telltale cannot start. ${message}`)
})
