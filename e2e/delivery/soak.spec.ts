import { setTimeout as sleep } from 'node:timers/promises'
import { openStage } from 'stage/openStage'
import type { Tab } from 'stage/tab'
import { expect, test } from './test.ts'

/** How often a flag changes. An hour with a change each second: SOAK_CHANGES=3600 SOAK_APART_MS=1000. */
const CHANGES = Number(process.env['SOAK_CHANGES'] ?? 200)
const APART_MS = Number(process.env['SOAK_APART_MS'] ?? 100)

/** How much the page has stored: entries of all databases, and keys of `localStorage`. */
const stored = ({ page }: Tab) =>
  page.run(async () => {
    let entries = 0
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of database.objectStoreNames)
        entries += await new Promise<number>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).count()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      database.close()
    }
    return { entries, keys: localStorage.length }
  })

test('what a page stores does not grow while a flag changes between any two events', async ({ engine }) => {
  test.setTimeout(CHANGES * APART_MS + 400_000)
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings: { streaming: true, bannerBytes: 1_000 } })
  try {
    const [tab] = stage.tabs
    if (!tab) throw new Error('The stage has no tab.')
    await tab.track({ to: 1 })
    await expect.poll(() => stage.collector.taken().size).toBe(1)
    const sizes = [await stored(tab)]
    for (let change = 1; change <= CHANGES; change += 1) {
      stage.server.changeFlag(`value ${change}`)
      await sleep(APART_MS)
      await tab.track({ from: change, to: change + 1 })
      if (change % Math.ceil(CHANGES / 10) === 0) {
        await expect.poll(() => stage.collector.taken().size, { timeout: 120_000 }).toBe(change + 1)
        // The last event is removed just after the answer.
        await expect.poll(async () => (await stored(tab)).entries).toBeLessThanOrEqual(4)
        sizes.push(await stored(tab))
      }
    }
    // Each event had the flags of its moment.
    const last = stage.collector.stored().at(-1)
    expect(last?.properties['LDFF: changing']).toBe(`value ${CHANGES}`)
    console.log(`entries, keys: ${sizes.map(({ entries, keys }) => `${entries}, ${keys}`).join(' | ')}`)
    const [first, ...others] = sizes
    for (const { entries, keys } of others) {
      expect(entries).toBeLessThanOrEqual((first?.entries ?? 0) + 2)
      expect(keys).toBeLessThanOrEqual((first?.keys ?? 0) + 2)
    }
  } finally {
    await stage.close()
  }
})
