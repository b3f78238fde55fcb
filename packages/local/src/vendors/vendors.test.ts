import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { build } from 'tsdown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundle } from '../testing/bundle.ts'
import { consoleOf, type ConsoleForTest } from '../testing/consoleOf.ts'
import { openBrowser } from '../testing/openBrowser.ts'
import { openPage, type TestPage } from '../testing/openPage.ts'
import { servePage, type ServedPage } from '../testing/servePage.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import type { VendorsPage } from '../testing/vendorsPage.ts'
import type { VendorRecord } from '../protocol/vendorRecord.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let browser: Browser
let host: ServedPage
let scripts: string
let services: ServicesForTest
let it: ConsoleForTest
let opened: TestPage

beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  scripts = await mkdtemp(join(ROOT, '.cache', 'vendors-'))
  const config = join(ROOT, 'tsdown.vendors.config.ts')
  await build({ cwd: ROOT, config, outDir: scripts, logLevel: 'error' })
  host = await servePage(await bundle(join(ROOT, 'src', 'testing', 'vendorsPage.ts')))
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
})
afterAll(async () => {
  await browser.close()
  await host.close()
  await rm(scripts, { recursive: true, force: true })
})
beforeEach(async () => {
  services = await startForTest({ vendorsFolder: scripts })
  it = await consoleOf(services.url)
  await opened.renew()
})
afterEach(async () => {
  it.close()
  await opened.leave()
  await services.close()
})

async function received(enough: (records: VendorRecord[]) => boolean): Promise<VendorRecord[]> {
  const records: VendorRecord[] = []
  while (!enough(records)) records.push(...(await it.next('vendors')).records)
  return records
}

test('the build writes one file for each vendor’s stand-in', async () => {
  expect((await readdir(scripts)).filter((name) => name.endsWith('.js')).sort()).toEqual(['heap.js', 'intercom.js'])
})

describe('the stand-in script for Heap', () => {
  test('processes the calls queued before it loaded, and reports every call to the console', async () => {
    await opened.page.evaluate(async (url) => {
      const here = globalThis as unknown as VendorsPage
      await here.loadHeap(url)
      here.heap.track('Quote sent', { total: 7, note: 'x'.repeat(2000) })
    }, services.url)
    const records = await received((all) => all.length >= 2)
    expect(records).toMatchObject([
      { vendor: 'heap', kind: 'track', title: 'Before the script' },
      { vendor: 'heap', kind: 'track', title: 'Quote sent', problem: expect.stringContaining('cut') as string },
    ])
    expect(opened.complaints).toEqual([])
  })

  test('does not load while the vendors’ route has a fault', async () => {
    const body = { faults: [{ route: 'vendors', kind: { type: 'status', status: 503 } }] }
    await it.command('POST', '/console/faults', body)
    const load = opened.page.evaluate((url) => (globalThis as unknown as VendorsPage).loadHeap(url), services.url)
    await expect(load).rejects.toThrow('did not load')
  })
})

test('the stand-in script for Intercom reports a boot, and a call made while the page is left', async () => {
  await opened.page.evaluate((url) => (globalThis as unknown as VendorsPage).loadIntercom(url), services.url)
  await received((all) => all.some(({ kind }) => kind === 'boot'))
  await opened.page.evaluate(() =>
    (globalThis as unknown as VendorsPage).Intercom('trackEvent', 'Quote sent', { total: 7 }),
  )
  await opened.leave()
  const records = await received((all) => all.length > 0)
  expect(records).toMatchObject([{ vendor: 'intercom', kind: 'trackEvent', title: 'Quote sent' }])
  expect(opened.complaints).toEqual([])
})

test('the stand-in scripts for Heap and Intercom remember the user on the next page, like the vendors’ cookies', async () => {
  const load = () =>
    opened.page.evaluate(async (url) => {
      const here = globalThis as unknown as VendorsPage
      await Promise.all([here.loadHeap(url), here.loadIntercom(url)])
    }, services.url)
  await load()
  await opened.page.evaluate(() => (globalThis as unknown as VendorsPage).heap.identify('ada'))
  await received((all) => all.some(({ kind }) => kind === 'identify'))
  await opened.page.reload()
  await load()
  await opened.page.evaluate(() => {
    const here = globalThis as unknown as VendorsPage
    here.heap.track('After it')
    here.Intercom('boot', { app_id: 'app', user_id: 'bo' })
  })
  const records = await received(
    (all) => all.some(({ title }) => title === 'After it') && all.some(({ problem }) => problem !== undefined),
  )
  expect(records.find(({ title }) => title === 'After it')).toMatchObject({ body: { kept: { identity: 'ada' } } })
  expect(records.find(({ problem }) => problem !== undefined)).toMatchObject({
    vendor: 'intercom',
    problem: 'the conversations of ada remain visible until shutdown is called',
  })
  expect(opened.complaints).toEqual([])
})

describe.each([false, true])('the real Datadog SDK with compression %j', (compress) => {
  test('delivers an action with its user to the intake', async () => {
    await opened.page.evaluate(
      ([url, isCompressed]) => (globalThis as unknown as VendorsPage).startDatadog(url, isCompressed),
      [services.url, compress] as const,
    )
    await opened.page.waitForTimeout(100)
    // The SDK sends its batch when the page is left.
    await opened.leave()
    const records = await received((all) => all.some(({ kind }) => kind === 'action'))
    expect(records).toContainEqual(
      expect.objectContaining({
        vendor: 'datadog',
        kind: 'action',
        title: 'Quote sent',
        body: expect.objectContaining({ context: { total: 7 }, usr: expect.objectContaining({ id: 'ada' }) as object }),
      }),
    )
    expect(opened.complaints).toEqual([])
  })
})
