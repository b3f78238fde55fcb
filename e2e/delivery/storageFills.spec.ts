import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'

test('every event arrives when IndexedDB fills up in the middle, without repeated requests', async ({ browser }) => {
  const stage = await openStage(browser, { sdk: 'telltale', tabs: 1 })
  try {
    const [tab] = stage.tabs
    if (!tab) throw new Error('The stage has no tab.')
    let requests = 0
    tab.page.on('request', (request) => void (requests += Number(request.url().startsWith(stage.collector.url))))
    stage.collector.setHealth('unavailable')
    await tab.track({ to: 3 })
    await expect.poll(() => requests).toBeGreaterThan(0) // so that they are in the journal
    await tab.page.evaluate(() => {
      const refuse = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.add = refuse
      IDBObjectStore.prototype.put = refuse
    })
    await tab.track({ from: 3, to: 6 })
    stage.collector.setHealth('healthy')
    const before = requests

    const taken = () => [...stage.collector.taken()].map(([name]) => name).sort()
    await expect.poll(taken, { timeout: 20_000 }).toEqual([...stage.names(6)].sort())
    await tab.page.waitForTimeout(2_000)
    expect(requests - before).toBeLessThan(6)
  } finally {
    await stage.close()
  }
})
