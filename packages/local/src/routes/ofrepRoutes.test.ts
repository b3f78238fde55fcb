import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundle } from '../testing/bundle.ts'
import { openBrowser } from '../testing/openBrowser.ts'
import type { OpenFeaturePage } from '../testing/openFeaturePage.ts'
import { DANA, ENVIRONMENT } from '../testing/people.ts'
import { servePage, type ServedPage } from '../testing/servePage.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

/** For a test that changes flags. The others share their services. */
async function useOwnServices(): Promise<void> {
  const shared = services
  services = await startForTest()
  onTestFinished(async () => {
    await services.close()
    services = shared
  })
}

const { key: targetingKey, ...attributes } = DANA
const CONTEXT = { targetingKey, ...attributes }

function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${services.url}/ofrep/v1/evaluate/flags${path}`, { method: 'POST', headers, body: text })
}

describe('a flag requested by OpenFeature', () => {
  test.each([
    [
      'new-pricing',
      {
        value: true,
        variant: '0',
        reason: 'TARGETING_MATCH',
        metadata: { version: 4, ruleId: 'pilot-companies', ruleIndex: 0 },
      },
    ],
    ['quote-layout', { value: 'classic', variant: '0', reason: 'DEFAULT', metadata: { version: 2 } }],
    ['fleet-map', { reason: 'SPLIT' }],
    ['maintenance-banner', { value: { visible: false }, variant: '0', reason: 'DISABLED' }],
  ])('named %s is answered with its value, variant and reason', async (key, expected) => {
    const answer = await ask(`/${key}`, { context: CONTEXT })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ key, ...expected })
  })

  test('that is off without an off variation is returned without a value', async () => {
    await useOwnServices()
    await services.editFlags(({ flags }) =>
      Object.assign(flags['quote-layout'] ?? {}, { on: false, offVariation: null }),
    )
    const read = async () => (await ask('/quote-layout', { context: CONTEXT })).json()
    await expect.poll(read).toEqual({ key: 'quote-layout', reason: 'DISABLED', metadata: { version: 2 } })
  })

  test.each([
    [undefined, '0'],
    [['shown', 'hidden'], 'shown'],
    [['shown'], 'shown'],
    [[null, 'hidden'], '0'],
    [[], '0'],
  ])('with the names %j is answered with the variant %s', async (variationNames, variant) => {
    await useOwnServices()
    await services.editFlags(({ flags }) =>
      Object.assign(flags['new-pricing'] ?? {}, { variationNames, description: 'edited' }),
    )
    const one = async () => (await ask('/new-pricing', { context: CONTEXT })).json()
    await expect.poll(one).toMatchObject({ value: true, variant })
    const { flags } = (await (await ask('', { context: CONTEXT })).json()) as { flags: { key: string }[] }
    expect(flags.find(({ key }) => key === 'new-pricing')).toMatchObject({ value: true, variant })
  })

  test.each([
    [{}, { version: expect.any(Number), ruleIndex: 0 }],
    [
      { team: 'growth', ticket: 1042, experiment: false },
      { team: 'growth', ticket: 1042, experiment: false, ruleIndex: 0 },
    ],
    [{ version: '2.1' }, { version: '2.1' }],
  ])('with the metadata %j is answered with %j', async (metadata, answered) => {
    await useOwnServices()
    const before = (await ask('', { context: CONTEXT })).headers.get('etag') ?? ''
    await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { metadata, version: 77 }))
    const again = () => ask('', { context: CONTEXT }, { 'if-none-match': before })
    await expect.poll(async () => (await again()).status).toBe(200)
    const { flags } = (await (await again()).json()) as { flags: { key: string }[] }
    expect(flags.find(({ key }) => key === 'new-pricing')).toMatchObject({ metadata: answered })
    expect(await (await ask('/new-pricing', { context: CONTEXT })).json()).toMatchObject({ metadata: answered })
  })

  test('that is not for browsers can be requested alone, and is not among all flags', async () => {
    await useOwnServices()
    await services.editFlags(({ flags }) => void (flags['server-only'] = { on: true, version: 1, variations: [7] }))
    const read = async () => (await ask('/server-only', { context: CONTEXT })).json()
    await expect.poll(read).toMatchObject({ value: 7, reason: 'STATIC' })
    const all = (await (await ask('', { context: CONTEXT })).json()) as { flags: { key: string }[] }
    expect(all.flags.map(({ key }) => key)).not.toContain('server-only')
  })

  test('that does not exist is answered with FLAG_NOT_FOUND', async () => {
    const answer = await ask('/moon', { context: CONTEXT })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ key: 'moon', errorCode: 'FLAG_NOT_FOUND' })
  })
})

describe('all flags requested by OpenFeature', () => {
  test('are answered with 304 until a flag changes for the context', async () => {
    await useOwnServices()
    const first = await ask('', { context: CONTEXT })
    const etag = first.headers.get('etag') ?? ''
    const { flags, eventStreams } = (await first.json()) as { flags: { key: string }[]; eventStreams: unknown }
    expect(flags.map(({ key }) => key)).toEqual(['new-pricing', 'quote-layout', 'fleet-map', 'maintenance-banner'])
    expect(eventStreams).toEqual([{ type: 'sse', url: `${services.url}/ofrep/v1/stream` }])
    const again = () => ask('', { context: CONTEXT }, { 'if-none-match': etag })
    expect((await again()).status).toBe(304)
    await services.editFlags(({ flags: all }) => Object.assign(all['new-pricing'] ?? {}, { on: false }))
    await expect.poll(async () => (await again()).status).toBe(200)
  })

  test('are returned for the key of an environment, and for no other key', async () => {
    for (const headers of [{ 'x-api-key': ENVIRONMENT }, { authorization: `Bearer ${ENVIRONMENT}` }])
      expect((await ask('', { context: CONTEXT }, headers as Record<string, string>)).status).toBe(200)
    for (const headers of [{ 'x-api-key': 'stranger' }, { authorization: 'Bearer stranger' }])
      expect((await ask('', { context: CONTEXT }, headers as Record<string, string>)).status).toBe(401)
  })
})

describe.each(['', '/new-pricing'])('OpenFeature’s request for flags%s', (path) => {
  test.each([
    ['moon', 'PARSE_ERROR'],
    ['[]', 'INVALID_CONTEXT'],
    ['{"context":1}', 'INVALID_CONTEXT'],
    ['{"context":{"targetingKey":""}}', 'TARGETING_KEY_MISSING'],
    ['{"context":{"targetingKey":5}}', 'TARGETING_KEY_MISSING'],
    ['{"context":{"kind":"multi","user":{}}}', 'INVALID_CONTEXT'],
    ['{"context":{"kind":"no good","targetingKey":"a"}}', 'INVALID_CONTEXT'],
  ])('with the body %s is answered with %s', async (body, errorCode) => {
    const answer = await ask(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errorCode })
  })
})

test.each([{}, { context: {} }, { context: { company_id: 'northgate-events' } }, { context: { key: undefined } }])(
  'a context without a targeting key is that of an anonymous user: %j',
  async (body) => {
    const all = await ask('', body)
    expect(all.status).toBe(200)
    const { flags } = (await all.json()) as { flags: { key: string; errorCode?: string }[] }
    expect(flags.length).toBeGreaterThan(1)
    expect(flags.filter(({ errorCode }) => errorCode)).toEqual([])
    expect((await ask('/new-pricing', body)).status).toBe(200)
  },
)

test('a preflight of a local page allows the headers that OpenFeature sends', async () => {
  const answer = await fetch(`${services.url}/ofrep/v1/evaluate/flags`, {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:4800', 'access-control-request-method': 'POST' },
  })
  expect(answer.headers.get('access-control-allow-headers')).toBe('Content-Type,Authorization,X-API-Key,If-None-Match')
})

describe('the OpenFeature web client', () => {
  let browser: Browser
  let host: ServedPage
  beforeAll(async () => {
    host = await servePage(await bundle(join(import.meta.dirname, '..', 'testing', 'openFeaturePage.ts')))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await host.close()
  })

  test('reads values, follows changes, and reads the values of another user', async () => {
    await useOwnServices()
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (line) => complaints.push(line.text()))
    await page.goto(host.url)
    await page.evaluate(([url, context]) => (globalThis as unknown as OpenFeaturePage).start(url, context), [
      services.url,
      CONTEXT,
    ] as const)
    const read = () => page.evaluate(() => (globalThis as unknown as OpenFeaturePage).read('new-pricing'))
    expect(await read()).toMatchObject({ value: true, reason: 'TARGETING_MATCH', variant: '0' })

    await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
    await expect.poll(read).toMatchObject({ value: false, reason: 'DISABLED' })
    await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: true }))
    await expect.poll(read).toMatchObject({ value: true })

    await page.evaluate(() =>
      (globalThis as unknown as OpenFeaturePage).identify({ targetingKey: 'x', company_id: 'northgate-events' }),
    )
    expect(await read()).toMatchObject({ value: false, reason: 'DEFAULT' })
    expect(complaints).toEqual([])
    await page.close()
  })
})
