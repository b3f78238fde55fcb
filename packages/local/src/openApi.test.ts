import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser, Request } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiDocument, type ApiDocument } from './testing/apiDocument.ts'
import { bundle } from './testing/bundle.ts'
import type { LayerPage, LayerStart } from './testing/layerPage.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { DANA_TOKEN, ENVIRONMENT, PRIYA_TOKEN } from './testing/people.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

const LEVEL = '/api/sandbox'
const ADDRESSES = ['/who-am-i', '/project/{project}/who-am-i'] as const
const EVENT = {
  id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f',
  name: 'Quote sent',
  at: 1,
  url: 'http://127.0.0.1/',
  properties: { screen_dimensions: '1x1' },
  epoch: 'e1',
  identity: {},
}

let whoAmI: ApiDocument
let collector: ApiDocument
let services: ServicesForTest
beforeAll(async () => {
  whoAmI = await apiDocument('who-am-i.yaml')
  collector = await apiDocument('collector.yaml')
})
beforeEach(async () => void (services = await startForTest({ collectorLimits: { maxBytes: 5_000 } })))
afterEach(() => services.close())

describe('the OpenAPI documents', () => {
  test('are valid OpenAPI 3.1, and their examples match their own schemas', () => {
    for (const { version, problems, examples } of [whoAmI, collector]) {
      expect([version, problems]).toEqual(['3.1', []])
      expect(examples().length).toBeGreaterThan(0)
      expect(examples().flat()).toEqual([])
    }
  })
})

describe('the answers of the local services match the OpenAPI document', () => {
  const headers = { Authorization: `Bearer ${DANA_TOKEN}`, 'Authorization-App-Platform': 'web' }

  describe.each(ADDRESSES)('of who-am-i at %s', (path) => {
    const url = () => `${services.url}${LEVEL}${path.replace('{project}', '1234')}`

    test.each([
      [200, headers],
      [200, { ...headers, Authorization: `Bearer ${PRIYA_TOKEN}` }],
      [401, {}],
      [401, { ...headers, Authorization: 'Bearer a.b.c' }],
      [503, { ...headers, 'x-telltale-fault': 'status=503' }],
    ])('with status %d', async (status, sent) => {
      const answer = await fetch(url(), { headers: { ...sent, Origin: 'http://localhost:3000' } })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
      expect(await whoAmI.answerProblems(`get ${path}`, answer)).toEqual([])
    })

    test('to the preflight of a browser', async () => {
      const answer = await fetch(url(), {
        method: 'OPTIONS',
        headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' },
      })
      expect(answer.status).toBe(204)
      expect(await whoAmI.answerProblems(`options ${path}`, answer)).toEqual([])
    })
  })

  const batch = (more: object = {}) => JSON.stringify({ app: { name: 'Desk' }, events: [{ ...EVENT, ...more }] })

  test.each([
    [202, batch(), {}],
    [400, batch({ name: '' }), {}],
    [400, 'no JSON', {}],
    [413, batch({ properties: { text: 'x'.repeat(5_000) } }), {}],
    [415, batch(), { 'content-type': 'text/plain' }],
    [503, batch(), { 'x-telltale-fault': 'status=503' }],
  ])('of a collector with status %d', async (status, body, more) => {
    const sent = { 'content-type': 'application/json', ...more }
    const answer = await fetch(`${services.url}/collect`, { method: 'POST', headers: sent, body })
    expect(answer.status).toBe(status)
    expect(await collector.answerProblems('post /events', answer)).toEqual([])
  })

  test('of a collector to the preflight of a browser', async () => {
    const headersOfPage = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' }
    const answer = await fetch(`${services.url}/collect`, { method: 'OPTIONS', headers: headersOfPage })
    expect(answer.status).toBe(204)
    expect(await collector.answerProblems('options /events', answer)).toEqual([])
  })

  test('of a collector that lets a page of another origin read Retry-After', async () => {
    await services.close()
    services = await startForTest({ collectorLimits: { maxPerSecond: 0 } })
    const headersOfPage = { Origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const answer = await fetch(`${services.url}/collect`, { method: 'POST', headers: headersOfPage, body: batch() })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bRetry-After\b/)
    expect(await collector.answerProblems('post /events', answer)).toEqual([])
  })
})

describe('the requests of a layer match the OpenAPI document', () => {
  let browser: Browser
  let host: ServedPage
  let opened: TestPage
  beforeAll(async () => {
    host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'layerPage.ts')))
    browser = await openBrowser()
    opened = await openPage(browser, host.url)
  })
  beforeEach(() => opened.renew())
  afterEach(() => opened.leave())
  afterAll(async () => {
    await browser.close()
    await host.close()
  })

  const projects = {
    production: { internal: '1', external: '2' },
    staging: { internal: '3', external: '4' },
    sandbox: { internal: '5', external: '6' },
  }
  interface Case {
    readonly what: string
    readonly operation: string
    readonly start?: Partial<LayerStart>
    readonly options?: Partial<LayerStart['collector']>
    /** What a batch must contain for the case to be meaningful. */
    readonly shows: object
  }
  const who = 'get /who-am-i'
  const some = (parts: object): unknown => expect.objectContaining(parts)
  const cases: readonly Case[] = [
    { what: 'without levels and projects', operation: who, shows: { app: { name: 'Quotes', platform: 'web' } } },
    {
      what: 'with a level, projects, compression, and flags once for each batch',
      operation: 'get /project/{project}/who-am-i',
      start: { promotion: 'sandbox', projects },
      options: { flagSets: true, gzip: true },
      shows: { project: '6', flagSets: expect.anything(), app: some({ promotion: 'sandbox' }), isCompressed: true },
    },
    {
      what: 'of an impersonated user, in another project',
      operation: who,
      start: { token: PRIYA_TOKEN },
      options: { impersonation: { redirect: 'support' } },
      shows: {
        project: 'support',
        events: expect.arrayContaining([some({ identity: some({ impersonator: expect.any(String) }) })]),
      },
    },
    {
      what: 'of an unknown user',
      operation: who,
      start: { token: 'a.b.c', idToken: 'd.e.f' },
      shows: { events: expect.arrayContaining([some({ identity: {} })]) },
    },
    {
      what: 'when more events are pending than the limit allows',
      operation: who,
      start: { events: { maxBytes: 1_500 } },
      shows: { dropped: { outbox: { 'over-budget': expect.any(Number) } } },
    },
  ]

  test.each(cases)('$what', async ({ operation, start = {}, options = {}, shows }) => {
    const asked = opened.page.waitForRequest(/\/who-am-i$/)
    const batches = watchBatches()
    const how: LayerStart = {
      app: 'Quotes',
      api: services.url + LEVEL,
      services: services.url,
      environment: ENVIRONMENT,
      token: DANA_TOKEN,
      collector: { url: `${services.url}/collect`, ...options },
      ...start,
    }
    // In one task, so that the events wait together for who-am-i. The first alone is larger than the smallest limit.
    await opened.page.evaluate((given) => {
      const page = globalThis as unknown as LayerPage
      page.start(given)
      page.telltale.track('Scrolled', { path: 'x'.repeat(2_000) })
      const lines = [{ machine: 'EX-204' }]
      page.telltale.track('Quote sent', { total: 1200, lines, note: null }, { messaging: false })
    }, how)
    const names = () => batches.flatMap(({ body }) => body.events.map(({ name }) => name))
    await expect.poll(names).toContain('Quote sent')
    await opened.page.evaluate(() => (globalThis as unknown as LayerPage).telltale.track('Quote opened'))
    await expect.poll(names).toContain('Quote opened')

    expect(await whoAmI.requestProblems(operation, await (await asked).allHeaders())).toEqual([])
    const found = batches.map(({ headers, body }) => ({ ...body, isCompressed: 'content-encoding' in headers }))
    expect(found).toContainEqual(some(shows))
    for (const { headers, body } of batches)
      expect(await collector.requestProblems('post /events', headers, body)).toEqual([])
  })

  interface SentBatch {
    readonly headers: Readonly<Record<string, string>>
    readonly body: { readonly events: readonly { readonly name: string }[] }
  }

  /** The batches that the page sends from now on. */
  function watchBatches(): readonly SentBatch[] {
    const batches: SentBatch[] = []
    opened.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/collect')) batches.push(batchOf(request))
    })
    return batches
  }

  function batchOf(request: Request): SentBatch {
    const headers = request.headers()
    const bytes = request.postDataBuffer() ?? Buffer.of()
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
    return { headers, body: JSON.parse(text.toString()) as SentBatch['body'] }
  }
})
