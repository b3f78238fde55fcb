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

let whoAmI: ApiDocument
let collector: ApiDocument
let services: ServicesForTest
beforeAll(async () => {
  whoAmI = await apiDocument('who-am-i.yaml')
  collector = await apiDocument('collector.yaml')
})
beforeEach(async () => void (services = await startForTest({ collectorLimits: { maxBytes: 5_000 } })))
afterEach(() => services.close())

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
    {
      what: 'without levels and projects',
      operation: who,
      shows: { app: { name: 'Quotes', platform: 'web' }, moments: [{ page: expect.any(String) }] },
    },
    {
      what: 'of whole events',
      operation: who,
      options: { flagSets: false },
      shows: { events: expect.arrayContaining([some({ page: expect.any(String), n: expect.any(Number) })]) },
    },
    {
      what: 'with a level, projects, compression, and what events share once for each batch',
      operation: 'get /project/{project}/who-am-i',
      start: { promotion: 'sandbox', projects },
      options: { gzip: true },
      shows: {
        project: '6',
        flagSets: expect.anything(),
        flagDetails: expect.anything(),
        app: some({ promotion: 'sandbox' }),
        isCompressed: true,
      },
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
      expect(await collector.requestProblems('post /collect', headers, body)).toEqual([])
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
