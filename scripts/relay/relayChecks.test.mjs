import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from '../../contract/src/page/buildPage.ts'
import { servePage } from '../../contract/src/page/servePage.ts'
import { findHeadless } from '../findChromium.mjs'
import { relayBrowser } from './relayBrowser.mjs'
import { relayChecks, runRelayChecks } from './relayChecks.mjs'
import { ALLOWED_HEADERS, startStandInRelay } from './standInRelay.mjs'

/** Longer than any check takes that passes, and long enough to see that nothing comes, in milliseconds. */
const [LONG_MS, SHORT_MS] = [30_000, 700]

/** It waits for three polls, and is not affected by what the others are. */
const isUnknownEnvironment = (/** @type {string} */ name) => name.startsWith('an unknown environment')

// What a test waits for is mostly time: they run side by side, each in a page of its own.
describe.concurrent('the checks of the relay', () => {
  /** @type {Awaited<ReturnType<typeof relayBrowser>>} */
  let browser
  beforeAll(async () => {
    const found = await findHeadless()
    const executablePath = found.type === 'found' ? found.path : undefined
    browser = await relayBrowser({ script: await buildPage('relayPage'), servePage, executablePath })
  })
  afterAll(() => browser?.close())

  /**
   * Runs the checks that a fault affects, which must all fail, and the others, which must all pass.
   *
   * @param {import('./standInRelay.mjs').RelayFaults} faults
   * @param {(name: string) => boolean} isAffected
   */
  async function notice(faults, isAffected) {
    const relay = await startStandInRelay(faults)
    const page = await browser.openPage()
    /** @type {string[]} */
    const lines = []
    /** @param {typeof relayChecks} checks @param {number} within */
    const run = (checks, within) => runRelayChecks(checks, { page, relay, within }, (line) => lines.push(line))
    const affected = relayChecks.filter(({ name }) => isAffected(name))
    const others = relayChecks.filter(({ name }) => !isAffected(name) && !isUnknownEnvironment(name))
    const noticed = await run(affected, affected.some(({ name }) => isUnknownEnvironment(name)) ? LONG_MS : SHORT_MS)
    const unaffected = await run(others, LONG_MS)
    await relay.close()
    const said = lines.join('\n')
    expect(affected.length).toBeGreaterThan(0)
    expect([noticed, unaffected], said).toEqual([
      { passed: 0, failed: affected.length },
      { passed: others.length, failed: 0 },
    ])
    return said
  }

  it('all pass with a stand-in that speaks as the relay does', async () => {
    const relay = await startStandInRelay()
    const needs = { page: await browser.openPage(), relay, within: LONG_MS }
    /** @type {string[]} */
    const lines = []
    const result = await runRelayChecks(relayChecks, needs, (line) => lines.push(line))
    await relay.close()
    expect(result, lines.join('\n')).toEqual({ passed: relayChecks.length, failed: 0 })
  })

  it('fail for REPORT when a page may not send it, and say what the relay allows', async () => {
    const said = await notice({ methods: ['GET', 'POST', 'OPTIONS'] }, (name) => name.includes('REPORT'))
    expect(said).toContain('allows origin *; methods GET,POST,OPTIONS; headers Cache-Control,')
  })

  it('fail for events when one of their headers is not allowed', async () => {
    const allowedHeaders = ALLOWED_HEADERS.filter((name) => name !== 'X-LaunchDarkly-Event-Schema')
    await notice({ allowedHeaders }, (name) => name.startsWith('events'))
  })

  it('fail for CORS when every header is allowed, as they would prove nothing then', async () => {
    await notice({ allowedHeaders: ['*'] }, (name) => name.startsWith('CORS is real'))
  })

  it('fail for streams when no ping comes', async () => {
    await notice({ isMute: true }, (name) => /stream|change at once/.test(name))
  })

  it('fail for events when events are refused', async () => {
    await notice({ eventStatus: 400 }, (name) => name.startsWith('events'))
  })

  it('fail for an unknown environment when a page can read the 404', async () => {
    await notice({ isReadable404: true }, isUnknownEnvironment)
  })
})
