import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Destination } from '../../events/destinations/destination.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** Edits what it is given, as code does that adds or removes fields. */
function edit(event: AnalyticsEvent) {
  const open = event as unknown as Record<string, unknown> & { properties: Record<string, unknown> }
  open['name'] = 'edited'
  open['identity'] = { id: 'edited' }
  ;(open.properties['lines'] as unknown[]).push('edited')
  delete open.properties['total']
  open.properties['LDFF: plan'] = 'edited'
}

describe.each(['well', 'refuses'] as const)('with a database that is in the state "%s"', (condition) => {
  it.each<[string, Partial<Destination>]>([
    [
      'accepts',
      {
        accepts(event) {
          edit(event)
          return true
        },
      },
    ],
    [
      'deliver',
      {
        async deliver(batch, { flagSetOf }) {
          batch.forEach(edit)
          for (const event of batch) {
            try {
              const set = flagSetOf?.(event) as { properties: Record<string, unknown> } | undefined
              if (set) set.properties['LDFF: plan'] = 'edited'
            } catch {
              // It cannot be changed.
            }
          }
          return { outcome: 'delivered' }
        },
      },
    ],
  ])('a destination that edits events in `%s` changes nothing for others', async (_title, part) => {
    const disk = fakeDisk()
    disk.condition = condition
    const arrived: AnalyticsEvent[] = []
    const seen: string[] = []
    const platform = fakePlatform(({ url, body }) => {
      if (url.includes('/sdk/evalx/')) return { status: 200, body: { plan: { value: 'a', version: 1, variation: 0 } } }
      arrived.push(...(readBatch(body) as { events: AnalyticsEvent[] }).events)
      return { status: 202 }
    }, disk)
    const editing: Destination = { name: 'editing', deliver: async () => ({ outcome: 'delivered' }), ...part }
    const reading: Destination = {
      name: 'reading',
      async deliver(batch) {
        seen.push(...batch.map(({ name, properties }) => `${name} ${JSON.stringify(properties)}`))
        return { outcome: 'delivered' }
      },
    }
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        flags: launchDarklyAtOnce({ clientSideId: 'env-1', sendEvents: false, streaming: false }),
        destinations: [editing, collector({ url: 'https://events.test/' }), reading],
      },
      platform,
    )
    telltale.track('early', { total: 5, lines: ['x'] })
    await platform.clock.advance(5_000)
    telltale.track('late', { total: 5, lines: ['x'] })
    await platform.clock.advance(5_000)
    const expected = { total: 5, lines: ['x'], screen_dimensions: '1440x900', 'LDFF: plan': 'a' }
    expect(arrived.map(({ name, identity, properties }) => ({ name, identity, properties }))).toEqual(
      ['early', 'late'].map((name) => ({ name, identity: {}, properties: expected })),
    )
    expect(seen.map((text) => text.slice(0, 5).trim())).toEqual(['early', 'late'])
    expect(seen.join()).not.toContain('edited')
    expect(platform.logged.filter((text) => !text.includes('(T65)'))).toEqual([])
    telltale.close()
  })
})
