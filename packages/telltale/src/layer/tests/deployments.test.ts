import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { Promotion } from '../../core/model/promotion.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// One origin may have several deployments of an application: levels, projects, tenants under paths, projects on the same port.

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

interface Visit {
  /** When the page is opened, in milliseconds after the first visit. */
  at?: number
  level?: Promotion
  project?: string
  /** Where the collectors are: `https://<to>.test/`. */
  to?: string
  /** What is tracked, if anything. */
  track?: string
  /** The collector cannot be reached, and the page ends before. */
  isDown?: boolean
}

/** Plays the visits of one browser, and returns each event that arrived: `<name> at <collector>, <level>, <project>`. */
async function arrivalsOf(visits: readonly Visit[]) {
  const disk = fakeDisk()
  const arrivals: string[] = []
  for (const { at = 0, level = 'production', project = 'p-1', to = 'eu', track, isDown = false } of visits) {
    const platform = fakePlatform(
      ({ url, body }) => {
        if (isDown) return 'network'
        const batch = readBatch(body) as {
          app: { promotion: string }
          project: string
          events: { name: string }[]
        }
        const host = new URL(url).hostname.replace('.test', '')
        for (const { name } of batch.events) {
          if (!name.startsWith('Load')) arrivals.push(`${name} at ${host}, ${batch.app.promotion}, ${batch.project}`)
        }
        return { status: 202 }
      },
      disk,
      START + at,
    )
    const ids = { internal: project, external: project }
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        promotion: level,
        projects: { production: ids, staging: ids, sandbox: ids },
        destinations: to
          .split(' ')
          .map((host) => collector({ name: host === 'audit' ? 'audit' : 'collector', url: `https://${host}.test/` })),
      },
      platform,
    )
    await platform.clock.advance(1_000)
    if (track) telltale.track(track)
    await platform.clock.advance(5_000)
    platform.leave()
    await platform.settle()
  }
  return arrivals
}

describe('an event that waits', () => {
  it.each<[string, Visit[], string[]]>([
    [
      'reaches the collector on the next visit of the same deployment',
      [{ track: 'a', isDown: true }, { at: HOUR }],
      ['a at eu, production, p-1'],
    ],
    [
      'at the sandbox never reaches production, whenever production is opened',
      [{ level: 'sandbox', track: 'test', isDown: true }, { at: HOUR }, { at: 30 * DAY }],
      [],
    ],
    [
      'at the sandbox reaches the sandbox when that is opened again',
      [
        { level: 'sandbox', track: 'test', isDown: true },
        { at: 30 * DAY, track: 'b' },
        { at: 31 * DAY, level: 'sandbox' },
      ],
      ['b at eu, production, p-1', 'test at eu, sandbox, p-1'],
    ],
    [
      'of one project never reaches another project',
      [
        { project: 'p-1', track: 'a', isDown: true },
        { at: 2 * DAY, project: 'p-2', track: 'b' },
      ],
      ['b at eu, production, p-2'],
    ],
    [
      'of one of two deployments that are both in use reaches its own collector',
      [
        { to: 'eu', track: 'of eu', isDown: true },
        { at: HOUR, to: 'us', track: 'of us' },
        { at: 20 * HOUR, to: 'us' },
        { at: 23 * HOUR, to: 'eu', isDown: true },
        { at: 40 * HOUR, to: 'us' },
        { at: 41 * HOUR, to: 'eu' },
      ],
      ['of us at us, production, p-1', 'of eu at eu, production, p-1'],
    ],
    [
      'for a collector that has moved reaches the new address once the old one was not used for a day',
      [
        { to: 'old', track: 'a', isDown: true },
        { at: HOUR, to: 'new', track: 'b' },
        { at: 25 * HOUR, to: 'new' },
      ],
      ['b at new, production, p-1', 'a at new, production, p-1'],
    ],
    [
      'for a collector that has moved twice reaches the last address',
      [
        { to: 'old', track: 'a', isDown: true },
        { at: HOUR, to: 'new', track: 'b', isDown: true },
        { at: 3 * DAY, to: 'newest' },
      ],
      ['a at newest, production, p-1', 'b at newest, production, p-1'],
    ],
    [
      'reaches the old address when the move is taken back in time',
      [
        { to: 'old', track: 'a', isDown: true },
        { at: HOUR, to: 'new' },
        { at: 2 * HOUR, to: 'old' },
      ],
      ['a at old, production, p-1'],
    ],
    [
      'reaches its collector at once when another collector was added',
      [
        { to: 'eu', track: 'a', isDown: true },
        { at: HOUR, to: 'eu audit' },
      ],
      ['a at eu, production, p-1'],
    ],
    [
      'reaches its collector when another one was removed, once the old settings were not used for a day',
      [
        { to: 'eu audit', track: 'a', isDown: true },
        { at: HOUR, to: 'eu' },
        { at: 25 * HOUR, to: 'eu' },
      ],
      ['a at eu, production, p-1'],
    ],
    [
      'is not stranded when the clock was set back after it was tracked',
      [
        { at: 10 * DAY, to: 'old', track: 'a', isDown: true },
        { at: 0, to: 'new' },
      ],
      ['a at new, production, p-1'],
    ],
  ])('%s', async (_title, visits, expected) => {
    const arrivals = await arrivalsOf(visits)
    expect([...arrivals].sort()).toEqual([...expected].sort())
  })
})

it('the counts of dropped events and the session of one level are not those of another', async () => {
  const disk = fakeDisk()
  const open = async (promotion: Promotion) => {
    const posted: { dropped: object; events: { name: string }[] }[] = []
    const platform = fakePlatform(({ body }) => {
      posted.push(readBatch(body))
      return { status: 202 }
    }, disk)
    const telltale = createTelltaleAtOnce(
      {
        app: { name: 'Desk', multiPage: true },
        promotion,
        identity: { person: () => ({ unique_identity: 'ida' }) },
        destinations: [collector({ url: 'https://eu.test/' })],
        events: { maxBytes: promotion === 'sandbox' ? 300 : 1_000_000 },
      },
      platform,
    )
    await platform.clock.advance(1_000)
    for (let count = 0; count < 5 && promotion === 'sandbox'; count += 1) telltale.track('x', { text: 'y'.repeat(200) })
    const dropped = telltale.diagnostics.get().dropped
    platform.leave()
    await platform.settle()
    return { dropped, names: posted.flatMap(({ events }) => events.map(({ name }) => name)) }
  }
  await open('sandbox')
  const production = await open('production')
  expect(production.dropped).toEqual({})
  expect(production.names.filter((name) => name.startsWith('Load'))).toHaveLength(1)
})
