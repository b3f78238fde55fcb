import { expect, it } from 'vitest'
import type { FlagSet } from '../core/model/event.ts'
import { newestWithin } from '../events/store/budget.ts'
import { withFlags } from '../events/destinations/withFlags.ts'
import { anEvent } from '../testing/fakeHost.ts'
import { collectorFormat } from './collectorFormat.ts'
import type { BatchHead } from './httpDestination.ts'

it('the flags that many events share are written as JSON once for all batches, and for all that measures them', () => {
  let reads = 0
  const properties = Object.defineProperty({ 'LDFF: limits': { most: 3 } }, 'LDFF: plan', {
    enumerable: true,
    get() {
      reads += 1
      return 'gold'
    },
  }) as unknown as FlagSet['properties']
  const flagSet: FlagSet = { id: 'set', properties, flags: { plan: { property: 'LDFF: plan' } }, overridden: ['plan'] }
  const records = Array.from({ length: 100 }, (_, index) => ({
    event: { ...anEvent(`${index}`), properties: { total: 3, 'LDFF: plan': 'not the flag' }, flagSet },
  }))
  const events = records.map(({ event }) => withFlags(event))
  const head = { sentAt: 1, flagSetOf: () => flagSet, outlivesPage: false } as unknown as BatchHead
  const { encode } = collectorFormat()
  for (let batch = 0; batch < 10; batch += 1) {
    expect(newestWithin(1e6, records, { sharesFlags: true })).toHaveLength(100)
    const { body } = encode(events.slice(10 * batch, 10 * batch + 10), head)
    const sent = JSON.parse(body as string) as { events: object[] }
    expect(sent).toMatchObject({
      flagSets: { set: { 'LDFF: plan': 'gold', 'LDFF: limits': { most: 3 } } },
      flagDetails: { set: { plan: { property: 'LDFF: plan' } } },
    })
    expect(sent.events).toHaveLength(10)
    expect(sent.events[0]).toMatchObject({ properties: { total: 3 }, overridden: ['plan'], flagSet: 'set' })
  }
  expect(reads).toBe(1)
})
