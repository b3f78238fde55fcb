import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleMessage } from './console/consoleMessage.ts'
import { bundle } from './testing/bundle.ts'
import type { OfficialClient, OfficialClientsPage } from './testing/officialClientsPage.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { DANA, ENVIRONMENT, PRIYA } from './testing/people.ts'
import { readEventStream } from './testing/readEventStream.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

let browser: Browser
let host: ServedPage
let services: ServicesForTest
let opened: TestPage

beforeAll(async () => {
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'officialClientsPage.ts')))
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
})
afterAll(async () => {
  await browser.close()
  await host.close()
})
beforeEach(async () => {
  services = await startForTest()
  await opened.renew()
})
afterEach(async () => {
  await opened.leave()
  await services.close()
})

function start(client: OfficialClient, useReport = false): Promise<void> {
  return opened.page.evaluate(
    async ([name, how]) => {
      const here = globalThis as unknown as OfficialClientsPage
      here.client = await here.start[name](how)
    },
    [client, { url: services.url, environment: ENVIRONMENT, context: DANA, useReport }] as const,
  )
}

function detail(key: string): Promise<unknown> {
  return opened.page.evaluate((flag) => {
    return (globalThis as unknown as OfficialClientsPage).client.variationDetail(flag)
  }, key)
}

async function counts(): Promise<unknown> {
  const stream = await readEventStream(`${services.url}/console/stream`)
  const message = (await stream.next())?.data as ConsoleMessage
  stream.close()
  return message.type === 'state' ? message.state.counts : undefined
}

describe.each<OfficialClient>(['launchdarkly-js-client-sdk', '@launchdarkly/js-client-sdk'])(
  'the vendor’s client %s',
  (client) => {
    test('reads flag values with their reasons', async () => {
      await start(client)
      expect(await detail('new-pricing')).toMatchObject({
        value: true,
        variationIndex: 0,
        reason: { kind: 'RULE_MATCH', ruleId: 'pilot-companies' },
      })
      expect(await detail('maintenance-banner')).toMatchObject({ value: { visible: false }, reason: { kind: 'OFF' } })
      expect(opened.complaints).toEqual([])
    })

    test('reads flag values, and follows a change, when it sends the context as a body', async () => {
      await start(client, true)
      expect(await detail('new-pricing')).toMatchObject({ value: true })
      await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: false })
      expect(opened.complaints).toEqual([])
    })

    test('follows a flag that is switched off and on', async () => {
      await start(client)
      await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: false, reason: { kind: 'OFF' } })
      await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: true }))
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: true })
      expect(opened.complaints).toEqual([])
    })

    test('follows the removal of a flag', async () => {
      await start(client)
      expect(await detail('quote-layout')).toMatchObject({ value: 'classic' })
      await services.editFlags(({ flags }) => void delete flags['quote-layout'])
      await expect.poll(() => detail('quote-layout')).toMatchObject({ reason: { errorKind: 'FLAG_NOT_FOUND' } })
    })

    test('reads the values of another user after identify', async () => {
      await start(client)
      await opened.page.evaluate(async (context) => {
        await (globalThis as unknown as OfficialClientsPage).client.identify(context)
      }, PRIYA)
      expect(await detail('new-pricing')).toMatchObject({ value: false, reason: { kind: 'FALLTHROUGH' } })
    })

    test('delivers the events that it counts', async () => {
      await start(client)
      await detail('new-pricing')
      await opened.page.evaluate(async () => {
        const { client: it } = globalThis as unknown as OfficialClientsPage
        it.track('quote-sent')
        await it.flush()
      })
      await expect.poll(counts).toMatchObject({ 'new-pricing': { 0: 1 } })
      expect(opened.complaints).toEqual([])
    })
  },
)
