import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from '../../contract/src/page/buildPage.ts'
import { servePage } from '../../contract/src/page/servePage.ts'
import { relayBrowser } from './relayBrowser.mjs'
import { relayChecks, runRelayChecks } from './relayChecks.mjs'
import { ALLOWED_HEADERS, startStandInRelay } from './standInRelay.mjs'

/** Longer than any check takes that passes, and long enough to see that nothing comes, in milliseconds. */
const [LONG_MS, SHORT_MS] = [30_000, 700]

const UNKNOWN_ENVIRONMENT = /^an unknown environment/

/** @type {[what: string, faults: import('./standInRelay.mjs').RelayFaults, affected: RegExp][]} */
const FAULTS = [
  ['a page may not send REPORT', { methods: ['GET', 'POST', 'OPTIONS'] }, /REPORT/],
  [
    'a header of events is not allowed',
    { allowedHeaders: ALLOWED_HEADERS.filter((name) => name !== 'X-LaunchDarkly-Event-Schema') },
    /^events/,
  ],
  ['every header is allowed, so that nothing would be proved', { allowedHeaders: ['*'] }, /^CORS is real/],
  ['no ping comes', { isMute: true }, /stream|change at once/],
  ['events are refused', { eventStatus: 400 }, /^events/],
  ['a page can read the 404 of an unknown environment', { isReadable404: true }, UNKNOWN_ENVIRONMENT],
]

// What a test waits for is mostly time: they run side by side, each in a page of its own.
describe.concurrent('the checks of the relay', () => {
  /** @type {Awaited<ReturnType<typeof servePage>>} */
  let site
  /** @type {Awaited<ReturnType<typeof relayBrowser>>} */
  let browser
  beforeAll(async () => {
    site = await servePage(await buildPage('relayPage'))
    browser = await relayBrowser(site)
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  it('all pass with a stand-in that speaks as the relay does', async () => {
    const relay = await startStandInRelay()
    const needs = { page: await browser.openPage(), relay, within: LONG_MS }
    expect(await runRelayChecks(Object.keys(relayChecks), needs, () => {})).toEqual([])
    await relay.close()
  })

  it.each(FAULTS)('fail where they have to, and only there, when %s', async (_what, faults, isAffected) => {
    const relay = await startStandInRelay(faults)
    const page = await browser.openPage()
    /** @param {readonly string[]} names @param {number} within */
    const run = (names, within) => runRelayChecks(names, { page, relay, within }, () => {})
    const names = Object.keys(relayChecks)
    const affected = names.filter((name) => isAffected.test(name))
    // It waits for three polls, and is not affected by what the others are.
    const others = names.filter((name) => !affected.includes(name) && !UNKNOWN_ENVIRONMENT.test(name))
    expect(await run(affected, isAffected === UNKNOWN_ENVIRONMENT ? LONG_MS : SHORT_MS)).toEqual(affected)
    expect(await run(others, LONG_MS)).toEqual([])
    await relay.close()
  })
})
