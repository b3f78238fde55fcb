import { deepEqual, equal, match, ok } from 'node:assert/strict'

/**
 * @typedef {object} CheckedRelay a relay whose flags can be changed
 * @property {string} url
 * @property {string} environment
 * @property {(flags: Readonly<Record<string, boolean>>) => Promise<void>} change the flags that are on or off from now on
 *
 * @typedef {object} CheckNeeds
 * @property {import('playwright').Page} page with the flag client, on another origin than the relay
 * @property {CheckedRelay} relay
 * @property {number} within milliseconds that a client may take to be initialized, and a change to reach the page
 *
 * @typedef {(needs: CheckNeeds) => Promise<void>} RelayCheck
 * @typedef {import('../../contract/src/page/relayPage.ts').RelayPage} RelayPage it is `relayPage` in the page
 */

/** Twenty pings may come while a poll is on its way, or one by one; that many polls are few all the same. */
const MOST_POLLS = 5
const FLAGS = { one: true, two: false, three: true }
/** Configured, these headers go with every request; the vendor's own clients send them too. */
const TAGS = { application: { id: 'rental-desk', version: '1.0' }, wrapperName: 'wrapper', wrapperVersion: '1' }
const REPORT = { useReport: true }

/** What the flag client must be able to do with the vendor's own flag service, across origins. @type {Readonly<Record<string, RelayCheck>>} */
export const relayChecks = {
  'CORS is real: a header that the relay does not allow is kept back by the browser': async (needs) => {
    equal(await ask(needs, { 'X-LaunchDarkly-Wrapper': 'a' }), 200)
    equal(await ask(needs, { 'X-LaunchDarkly-Instance-Id': 'a' }), undefined)
  },
  'poll by GET, default headers': (needs) => polls(needs, {}),
  'poll by GET, with application tags and a wrapper': (needs) => polls(needs, TAGS),
  'poll by REPORT, default headers': (needs) => polls(needs, REPORT),
  'poll by REPORT, with application tags and a wrapper': (needs) => polls(needs, { ...REPORT, ...TAGS }),
  'stream by GET: a change reaches the page through ping and poll': (needs) => streams(needs, {}),
  'stream by GET, with application tags and a wrapper': (needs) => streams(needs, TAGS),
  'stream by REPORT: a change reaches the page': (needs) => streams(needs, REPORT),
  'many flags that change at once are asked for in few polls': coalesces,
  'events are accepted, default headers': (needs) => sendsEvents(needs, {}),
  'events are accepted, with application tags and a wrapper': (needs) => sendsEvents(needs, TAGS),
  'an unknown environment is a network error to the page, and the client names that cause': async (needs) => {
    const unknown = { ...needs, relay: { ...needs.relay, environment: 'unknown' } }
    // Its 404 has no CORS headers: the browser keeps even the status from the page.
    equal(await ask(unknown, {}), undefined)
    const why = await withClient(unknown, { streaming: false }, async () => 'nothing').catch(String)
    match(why, /network error .*the client-side ID/)
  },
}

/**
 * Runs checks one after another.
 *
 * @param {readonly string[]} names
 * @param {CheckNeeds} needs
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runRelayChecks(names, needs, say) {
  const failed = []
  for (const name of names) {
    try {
      await needs.relay.change(FLAGS)
      await relayChecks[name]?.(needs)
      say(`  passed  ${name}`)
    } catch (error) {
      failed.push(name)
      say(`  FAILED  ${name}\n          ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failed
}

/** @param {CheckNeeds} needs @param {Record<string, string>} headers */
function ask({ page, relay }, headers) {
  const context = Buffer.from('{"kind":"user","key":"a"}').toString('base64url')
  const url = `${relay.url}/sdk/evalx/${relay.environment}/contexts/${context}`
  return page.evaluate((args) => globalThis.relayPage.ask(...args), /** @type {const} */ ([url, headers]))
}

/** @param {CheckNeeds} needs @param {object} options */
async function polls(needs, options) {
  await withClient(needs, { streaming: false, sendEvents: false, ...options }, () => hasFlags(needs))
}

/** @param {CheckNeeds} needs @param {object} options */
async function streams(needs, options) {
  await withClient(needs, { streaming: true, sendEvents: false, ...options }, async ({ opened }) => {
    await hasFlags(needs)
    await opened
    await needs.relay.change({ ...FLAGS, two: true })
    await allOn(needs)
  })
}

/** @param {CheckNeeds} needs */
async function coalesces(needs) {
  const all = (/** @type {boolean} */ isOn) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`flag-${index}`, isOn]))
  await needs.relay.change(all(false))
  await withClient(needs, { streaming: true, sendEvents: false }, async ({ opened, polled }) => {
    await opened
    const before = polled()
    await needs.relay.change(all(true))
    await allOn(needs)
    const count = polled() - before
    ok(count <= MOST_POLLS, `Twenty flags changed at once, and the client asked ${count} times.`)
  })
}

/** @param {CheckNeeds} needs @param {object} options */
async function sendsEvents(needs, options) {
  const { page } = needs
  await withClient(needs, { streaming: false, diagnosticOptOut: true, ...options }, async () => {
    const posted = response(needs, (answer) => answer.url().includes('/events/bulk/'))
    await page.evaluate(() => globalThis.relayPage.sendEvents())
    equal((await posted).status(), 202)
  })
}

/**
 * Makes a client in the page, and closes it after the task.
 *
 * @template Result
 * @param {CheckNeeds} needs
 * @param {object} options
 * @param {(client: { opened: Promise<unknown>, polled: () => number }) => Promise<Result>} task
 * @returns {Promise<Result>}
 */
async function withClient(needs, options, task) {
  const { page, relay, within } = needs
  let count = 0
  const listen = (/** @type {import('playwright').Request} */ request) => {
    if (request.method() !== 'OPTIONS' && request.url().includes('/sdk/evalx/')) count += 1
  }
  const opened = response(needs, (answer) => answer.url().includes('/eval/') && answer.ok())
  page.on('request', listen)
  try {
    const { url, environment: clientSideId } = relay
    const addresses = { clientSideId, baseUrl: url, streamUrl: url, eventsUrl: url }
    const call = /** @type {const} */ ([{ ...addresses, ...options }, within / 1000])
    const why = await page.evaluate((args) => globalThis.relayPage.open(...args), call)
    if (why) throw new Error(why)
    return await task({ opened, polled: () => count })
  } finally {
    page.off('request', listen)
    await page.evaluate(() => globalThis.relayPage.close())
  }
}

/** Nobody may wait for it: that it does not come is no failure of its own. @param {CheckNeeds} needs @param {(answer: import('playwright').Response) => boolean} is */
function response({ page, within }, is) {
  const coming = page.waitForResponse(is, { timeout: within })
  coming.catch(() => {})
  return coming
}

/** @param {CheckNeeds} needs */
async function hasFlags({ page }) {
  deepEqual(await page.evaluate(() => ({ ...globalThis.relayPage.values() })), FLAGS)
}

/** @param {CheckNeeds} needs */
async function allOn({ page, within }) {
  const areOn = () => Object.values(globalThis.relayPage.values()).every(Boolean)
  await page.waitForFunction(areOn, undefined, { timeout: within })
}
