import { setTimeout as sleep } from 'node:timers/promises'
import { openStage } from 'stage/openStage'
import { expect, test } from './test.ts'

test('every event arrives when IndexedDB becomes full in the middle, without repeated requests', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1 })
  try {
    const [tab] = stage.tabs
    if (!tab) throw new Error('The stage has no tab.')
    const requests = () => stage.collector.asked()
    stage.collector.setHealth('unavailable')
    const first = requests()
    await tab.track({ to: 3 })
    await expect.poll(requests).toBeGreaterThan(first) // so that they are in the journal
    await tab.page.run(() => {
      const refuse = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.add = refuse
      IDBObjectStore.prototype.put = refuse
    })
    await tab.track({ from: 3, to: 6 })
    stage.collector.setHealth('healthy')
    const before = requests()

    const taken = () => [...stage.collector.taken()].map(([name]) => name).sort()
    await expect.poll(taken, { timeout: 20_000 }).toEqual([...stage.names(6)].sort())
    await sleep(2_000)
    expect(requests() - before).toBeLessThan(6)
  } finally {
    await stage.close()
  }
})
