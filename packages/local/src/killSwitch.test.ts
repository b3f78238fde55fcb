import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundle } from './testing/bundle.ts'
import type { KillSwitchPage } from './testing/killSwitchPage.suite.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

let browser: Browser
let host: ServedPage
let opened: TestPage
let services: ServicesForTest
beforeAll(async () => {
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'killSwitchPage.suite.ts')))
  browser = await openBrowser()
  services = await startForTest()
  opened = await openPage(browser, host.url)
})
beforeEach(() => opened.renew())
afterAll(async () => {
  await opened.leave()
  await browser.close()
  await services.close()
  await host.close()
})

/** Serves this share of the events to everybody. */
const serve = (share: number) =>
  services.editFlags(({ flags }) => {
    const version = (flags['events-rate']?.version ?? 0) + 1
    flags['events-rate'] = {
      ...{
        key: 'events-rate',
        version,
        on: true,
        variations: [0, 1],
        offVariation: 1,
        fallthrough: { variation: share },
      },
      ...{ targets: [], rules: [], prerequisites: [], salt: 'events-rate' },
      clientSideAvailability: { usingEnvironmentId: true, usingMobileKey: false },
    }
  })

const kept = () => opened.page.evaluate(() => [...(globalThis as unknown as KillSwitchPage).kept])
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each(['LaunchDarkly', 'OFREP'] as const)(
  'a page that is open stops its events, and begins again, when the flag of sampleBy says so, by the protocol of %s',
  async (protocol) => {
    await serve(1)
    await opened.page.evaluate(([one, url]) => (globalThis as unknown as KillSwitchPage).start(one, url), [
      protocol,
      services.url,
    ] as const)
    const status = () =>
      opened.page.evaluate(() => (globalThis as unknown as KillSwitchPage).telltale.flags.status.get())
    await expect.poll(status).toBe('live')
    await expect.poll(async () => (await kept()).length).toBeGreaterThan(20)
    await serve(0)
    const hasStopped = async () => {
      const before = await kept()
      await sleep(1_000)
      return (await kept()).length === before.length
    }
    await expect.poll(hasStopped).toBe(true)
    const stopped = (await kept()).length
    await serve(1)
    await expect.poll(async () => (await kept()).length).toBeGreaterThan(stopped)
    expect(opened.complaints).toEqual([])
  },
)
