/**
 * @typedef {object} CheckedRelay a relay whose flags can be changed
 * @property {string} url
 * @property {string} environment
 * @property {(flags: Readonly<Record<string, boolean>>) => Promise<void>} change the flags that are on or off from now on
 */

/**
 * @typedef {object} CheckNeeds
 * @property {import('playwright').Page} page with the flag client, on another origin than the relay
 * @property {CheckedRelay} relay
 * @property {number} within milliseconds that a client may take to be initialized, and a change to reach the page
 */

/** @typedef {{ name: string, run(needs: CheckNeeds): Promise<void> }} RelayCheck */

/** @typedef {import('../../contract/src/page/relayPage.ts').RelayPage} RelayPage it is `relayPage` in the page */

/** Twenty pings may come while a poll is on its way, or one by one; that many polls are few all the same. */
const MOST_POLLS = 5
const FLAGS = { one: true, two: false, three: true }
/** Configured, these headers go with every request; the vendor's own clients send them too. */
const CONFIGURED = { application: { id: 'rental-desk', version: '1.0' }, wrapperName: 'wrapper', wrapperVersion: '1' }

/** What the flag client must be able to do with the vendor's own flag service, across origins. @type {readonly RelayCheck[]} */
export const relayChecks = [
  {
    name: 'CORS is real: a header that the relay does not allow is kept back by the browser',
    run: async (needs) => {
      equal(await ask(needs, { 'X-LaunchDarkly-Wrapper': 'a' }), 200)
      equal(await ask(needs, { 'X-LaunchDarkly-Instance-Id': 'a' }), undefined)
    },
  },
  { name: 'poll by GET, default headers', run: (needs) => pollsWith(needs, {}) },
  { name: 'poll by GET, with application tags and a wrapper', run: (needs) => pollsWith(needs, CONFIGURED) },
  { name: 'poll by REPORT, default headers', run: (needs) => pollsWith(needs, { useReport: true }) },
  {
    name: 'poll by REPORT, with application tags and a wrapper',
    run: (needs) => pollsWith(needs, { useReport: true, ...CONFIGURED }),
  },
  { name: 'stream by GET: a change reaches the page through ping and poll', run: (needs) => streamsWith(needs, {}) },
  {
    name: 'stream by GET, with application tags and a wrapper',
    run: (needs) => streamsWith(needs, CONFIGURED),
  },
  { name: 'stream by REPORT: a change reaches the page', run: (needs) => streamsWith(needs, { useReport: true }) },
  { name: 'many flags that change at once are asked for in few polls', run: coalesces },
  { name: 'events are accepted, default headers', run: (needs) => sendsEvents(needs, {}) },
  { name: 'events are accepted, with application tags and a wrapper', run: (needs) => sendsEvents(needs, CONFIGURED) },
  {
    name: 'an unknown environment is a network error to the page, and the client names that cause',
    run: meetsUnknownEnvironment,
  },
]

/**
 * Runs the checks one after another. One that fails says why, and what the relay answers to a browser that asks first.
 *
 * @param {readonly RelayCheck[]} checks
 * @param {CheckNeeds} needs
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runRelayChecks(checks, needs, say) {
  let failed = 0
  for (const { name, run } of checks) {
    try {
      await needs.relay.change(FLAGS)
      await run(needs)
      say(`  passed  ${name}`)
    } catch (error) {
      failed += 1
      say(`  FAILED  ${name}\n          ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      for (const line of await preflights(needs.relay)) say(`          ${line}`)
    }
  }
  return { passed: checks.length - failed, failed }
}

/** @param {CheckNeeds} needs @param {Record<string, string>} headers */
function ask({ page, relay }, headers) {
  const url = `${relay.url}/sdk/evalx/${relay.environment}/contexts/${contextInPath()}`
  return page.evaluate((args) => globalThis.relayPage.ask(...args), /** @type {const} */ ([url, headers]))
}

/** @param {CheckNeeds} needs @param {object} options */
async function pollsWith(needs, options) {
  await withClient(needs, { streaming: false, sendEvents: false, ...options }, async () => {
    deepEqual(await values(needs), FLAGS)
  })
}

/** @param {CheckNeeds} needs @param {object} options */
async function streamsWith(needs, options) {
  await withClient(needs, { streaming: true, sendEvents: false, ...options }, async ({ opened }) => {
    deepEqual(await values(needs), FLAGS)
    await opened
    await needs.relay.change({ ...FLAGS, two: true })
    await allOn(needs)
  })
}

/** @param {CheckNeeds} needs */
async function coalesces(needs) {
  const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
  await needs.relay.change(Object.fromEntries(keys.map((key) => [key, false])))
  await withClient(needs, { streaming: true, sendEvents: false }, async ({ opened, polls }) => {
    await opened
    const before = polls()
    await needs.relay.change(Object.fromEntries(keys.map((key) => [key, true])))
    await allOn(needs)
    const count = polls() - before
    if (count > MOST_POLLS)
      throw new Error(`${keys.length} flags changed at once, and the client asked ${count} times.`)
  })
}

/** @param {CheckNeeds} needs @param {object} options */
async function sendsEvents(needs, options) {
  const { page, within } = needs
  await withClient(needs, { streaming: false, diagnosticOptOut: true, ...options }, async () => {
    const posted = page.waitForResponse((response) => response.url().includes('/events/bulk/'), { timeout: within })
    // It may be told of after the check has failed: that is no further failure.
    posted.catch(() => {})
    await page.evaluate(() => globalThis.relayPage.sendEvents())
    equal((await posted).status(), 202)
  })
}

/** @param {CheckNeeds} needs */
async function meetsUnknownEnvironment(needs) {
  const unknown = { ...needs, relay: { ...needs.relay, environment: 'unknown' } }
  // Its 404 has no CORS headers: the browser keeps even the status from the page.
  equal(await ask(unknown, {}), undefined)
  const why = await withClient(unknown, { streaming: false }, async () => 'nothing').catch(String)
  if (!/network error .*Check the client-side ID/.test(why)) throw new Error(`The client said: ${why}`)
}

/**
 * Makes a client in the page, and closes it after the task.
 *
 * @template Result
 * @param {CheckNeeds} needs
 * @param {object} options
 * @param {(client: { opened: Promise<unknown>, polls: () => number }) => Promise<Result>} task
 * @returns {Promise<Result>}
 */
async function withClient({ page, relay, within }, options, task) {
  let polls = 0
  const opened = page.waitForResponse((response) => response.url().includes('/eval/') && response.ok(), {
    timeout: within,
  })
  // A check need not stream.
  opened.catch(() => {})
  const count = (/** @type {import('playwright').Request} */ request) => {
    if (request.method() !== 'OPTIONS' && request.url().includes('/sdk/evalx/')) polls += 1
  }
  page.on('request', count)
  try {
    const { url, environment: clientSideId } = relay
    const addresses = { clientSideId, baseUrl: url, streamUrl: url, eventsUrl: url }
    const call = /** @type {const} */ ([{ ...addresses, ...options }, within / 1000])
    const why = await page.evaluate((args) => globalThis.relayPage.open(...args), call)
    if (why) throw new Error(why)
    return await task({ opened, polls: () => polls })
  } finally {
    page.off('request', count)
    await page.evaluate(() => globalThis.relayPage.close())
  }
}

/** @param {CheckNeeds} needs */
function values({ page }) {
  return page.evaluate(() => globalThis.relayPage.values())
}

/** @param {CheckNeeds} needs */
async function allOn({ page, within }) {
  const areOn = () => Object.values(globalThis.relayPage.values()).every(Boolean)
  await page.waitForFunction(areOn, undefined, { timeout: within })
}

/** What the relay tells a browser that asks whether it may. @param {CheckedRelay} relay @returns {Promise<string[]>} */
async function preflights({ url, environment }) {
  /** @type {readonly (readonly [method: string, path: string])[]} */
  const asked = [
    ['GET', `/sdk/evalx/${environment}/contexts/${contextInPath()}`],
    ['REPORT', `/sdk/evalx/${environment}/context`],
    ['REPORT', `/eval/${environment}`],
    ['POST', `/events/bulk/${environment}`],
  ]
  return Promise.all(
    asked.map(async ([method, path]) => {
      const headers = { origin: 'http://127.0.0.1', 'access-control-request-method': method }
      try {
        const answer = await fetch(url + path, { method: 'OPTIONS', headers })
        const allowed = ['origin', 'methods', 'headers'].map(
          (name) => `${name} ${answer.headers.get(`access-control-allow-${name}`) ?? 'none'}`,
        )
        return `preflight of ${method} ${path}: ${answer.status}, allows ${allowed.join('; ')}`
      } catch (error) {
        return `preflight of ${method} ${path}: no answer (${String(error)})`
      }
    }),
  )
}

const contextInPath = () => Buffer.from('{"kind":"user","key":"a"}').toString('base64url')

/** @param {unknown} actual @param {unknown} expected */
function equal(actual, expected) {
  if (actual !== expected) throw new Error(`Expected ${String(expected)}, got ${String(actual)}.`)
}

/** @param {Readonly<Record<string, unknown>>} actual @param {Readonly<Record<string, unknown>>} expected */
function deepEqual(actual, expected) {
  const text = (/** @type {Readonly<Record<string, unknown>>} */ object) =>
    JSON.stringify(Object.fromEntries(Object.entries(object).sort()))
  equal(text(actual), text(expected))
}
