import { expect, test, type JSHandle, type Page } from '@playwright/test'
import type { FlagClient, FlagClientOptions } from 'telltale/flags'
import type { Listening } from '../listen.ts'
import { servePage } from '../page/servePage.ts'
import { startRelay, type Relay } from './startRelay.ts'

/** Twenty pings may arrive during one poll, or one after another. In both cases, no more polls than this are needed. */
const MOST_POLLS = 5
const FLAGS = { one: true, two: false, three: true }
/** With these options, every request has the headers that the vendor's own clients send, too. */
const TAGS = { application: { id: 'rental-desk', version: '1.0' }, wrapperName: 'wrapper', wrapperVersion: '1' }
const REPORT = { useReport: true }

let relay: Relay
/** The page and the relay have different origins. */
let site: Listening

test.beforeAll(async () => {
  ;[relay, site] = await Promise.all([startRelay(), servePage('relayPage')])
})
test.afterAll(() => Promise.all([relay.stop(), site.close()]))
test.beforeEach(async ({ page }) => {
  await relay.change(FLAGS)
  await page.goto(site.url)
})

test('the browser withholds the answer to a request with a header that the relay does not allow', async ({ page }) => {
  expect(await pollStatus(page, relay.environment, { 'X-LaunchDarkly-Wrapper': 'a' })).toBe(200)
  expect(await pollStatus(page, relay.environment, { 'X-LaunchDarkly-Instance-Id': 'a' })).toBe('withheld')
})

for (const [how, options] of Object.entries({
  GET: {},
  'GET, with application tags and a wrapper': TAGS,
  REPORT: REPORT,
  'REPORT, with application tags and a wrapper': { ...REPORT, ...TAGS },
}))
  test(`the client polls flags by ${how}`, async ({ page }) => {
    const client = await openClient(page, { streaming: false, sendEvents: false, ...options })
    expect(await flagsOf(client)).toEqual(FLAGS)
  })

for (const [how, options] of Object.entries({
  GET: {},
  'GET, with application tags and a wrapper': TAGS,
  REPORT: REPORT,
}))
  test(`a stream by ${how} brings a change of a flag to the page`, async ({ page }) => {
    const opened = streamOpened(page)
    const client = await openClient(page, { streaming: true, sendEvents: false, ...options })
    expect(await flagsOf(client)).toEqual(FLAGS)
    await opened
    await relay.change({ ...FLAGS, two: true })
    await expect.poll(() => flagsOf(client)).toEqual({ ...FLAGS, two: true })
  })

test('twenty flags that change at once are polled a few times only', async ({ page }) => {
  const all = (isOn: boolean) => Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`flag-${index}`, isOn]))
  await relay.change(all(false))
  const opened = streamOpened(page)
  const client = await openClient(page, { streaming: true, sendEvents: false })
  await opened
  let polls = 0
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && request.url().includes('/sdk/evalx/')) polls += 1
  })
  await relay.change(all(true))
  await expect.poll(() => flagsOf(client)).toEqual(all(true))
  expect(polls).toBeLessThanOrEqual(MOST_POLLS)
})

for (const [how, options] of Object.entries({ 'the default headers': {}, 'application tags and a wrapper': TAGS }))
  test(`the relay accepts events with ${how}`, async ({ page }) => {
    const client = await openClient(page, { streaming: false, diagnosticOptOut: true, ...options })
    const posted = page.waitForResponse((answer) => answer.url().includes('/events/bulk/'))
    await client.evaluate(async (flags) => {
      flags.variation('one', false)
      flags.track('relay test', { a: 1 }, 2)
      await flags.flush()
    })
    expect((await posted).status()).toBe(202)
  })

test('the error of an unknown client-side ID names it as a possible cause of the network error', async ({ page }) => {
  // The answer 404 has no CORS headers, so that the browser withholds even the status.
  expect(await pollStatus(page, 'unknown')).toBe('withheld')
  const client = openClient(page, { clientSideId: 'unknown', streaming: false })
  await expect(client).rejects.toThrow(/network error .*an unknown client-side ID/)
})

/** Starts a client in the page, and waits for its flags. */
async function openClient(page: Page, options: Partial<FlagClientOptions>) {
  const { url, environment: clientSideId } = relay
  const addresses = { clientSideId, baseUrl: url, streamUrl: url, eventsUrl: url }
  const client = await page.evaluateHandle(
    (given) => {
      const logger = { error() {}, warn() {} }
      return globalThis.newFlagClient({ context: { kind: 'user', key: 'a' }, fetchGoals: false, logger, ...given })
    },
    { ...addresses, ...options },
  )
  await client.evaluate((flags) => flags.waitForInitialization(30))
  return client
}

const flagsOf = (client: JSHandle<FlagClient>) => client.evaluate((flags) => ({ ...flags.allFlags() }))

const streamOpened = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/eval/') && answer.ok())

/** The status that the page receives for a poll. */
function pollStatus(page: Page, environment: string, headers: Record<string, string> = {}) {
  const context = Buffer.from('{"kind":"user","key":"a"}').toString('base64url')
  const url = `${relay.url}/sdk/evalx/${environment}/contexts/${context}`
  return page.evaluate(
    (given) =>
      fetch(given.url, given).then(
        ({ status }) => status,
        () => 'withheld',
      ),
    { url, headers },
  )
}
