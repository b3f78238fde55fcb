import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from '../../contract/src/page/buildPage.ts'
import { servePage } from '../../contract/src/page/servePage.ts'
import { findChromium } from '../findChromium.mjs'
import { openRelayPage } from './openRelayPage.mjs'
import { relayChecks, runRelayChecks } from './relayChecks.mjs'
import { ALLOWED_HEADERS, startStandInRelay } from './standInRelay.mjs'

describe('the checks of the relay', () => {
  /** @type {Awaited<ReturnType<typeof openRelayPage>>} */
  let opened
  beforeAll(async () => {
    const browser = await findChromium()
    const executablePath = browser.type === 'found' ? browser.path : undefined
    opened = await openRelayPage({ script: await buildPage('relayPage'), servePage, executablePath })
  }, 60_000)
  afterAll(() => opened?.close())

  /** @param {Parameters<typeof startStandInRelay>[0]} [faults] @param {number} [within] long enough to see that nothing comes */
  async function check(faults, within = 700) {
    const relay = await startStandInRelay(faults)
    /** @type {string[]} */
    const lines = []
    const { passed, failed } = await runRelayChecks({ page: opened.page, relay, within }, (line) => lines.push(line))
    await relay.close()
    expect(passed + failed).toBe(relayChecks.length)
    const names = lines.filter((line) => line.startsWith('  FAILED')).map((line) => line.slice(10).split('\n')[0])
    expect(names).toHaveLength(failed)
    return { names, lines }
  }

  it('pass against one that speaks as the relay does', async () => {
    expect((await check({}, 10_000)).names).toEqual([])
  }, 30_000)

  it('notice when a page may not send REPORT, and say what the relay allows', async () => {
    const { names, lines } = await check({ methods: ['GET', 'POST', 'OPTIONS'] })
    expect(names.length).toBeGreaterThan(0)
    expect(names.every((name) => name?.includes('REPORT'))).toBe(true)
    expect(lines.join('\n')).toContain('allows origin *; methods GET,POST,OPTIONS; headers Cache-Control,')
  }, 60_000)

  it('notice when a header of the client is not allowed', async () => {
    const allowedHeaders = ALLOWED_HEADERS.filter((name) => name !== 'X-LaunchDarkly-Event-Schema')
    const { names } = await check({ allowedHeaders })
    expect(names).toEqual(relayChecks.map(({ name }) => name).filter((name) => name.startsWith('events')))
  }, 30_000)

  it('notice when everything is allowed: they would prove nothing then', async () => {
    const { names } = await check({ allowedHeaders: ['*'] })
    expect(names).toEqual([relayChecks[0]?.name])
  }, 30_000)

  it('notice when no ping comes', async () => {
    const { names } = await check({ isMute: true })
    expect(names.length).toBeGreaterThan(0)
    expect(names.every((name) => /stream|change at once/.test(name ?? ''))).toBe(true)
  }, 60_000)

  it('notice when events are refused', async () => {
    const { names } = await check({ eventStatus: 400 })
    expect(names.length).toBe(2)
  }, 30_000)
})
