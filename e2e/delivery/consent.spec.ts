import type { Engine, EngineTab } from 'stage/engines/engine'
import type { Telltale } from 'telltale'
import type { ConsentSettings } from 'telltale/consent'
import { type ConsentServer, startConsentServer } from './consentServer.ts'
import { expect, test } from './test.ts'

declare global {
  /** Of the page `consent` of the stage. */
  var allowed: { readonly telltale: Telltale; readonly calls: (readonly unknown[])[] } | undefined
}

/** What is necessary: see the guide about consent. */
const NECESSARY = /^telltale:(?:salt|identity|flags|consent:.*)$/

/** Everything that this origin has in the browser. */
async function storedIn(tab: EngineTab) {
  return tab.run(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const records: string[] = []
    for (const name of names)
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => resolve()
        opening.onsuccess = () => {
          const database = opening.result
          const stores = [...database.objectStoreNames]
          if (stores.length === 0) return resolve(database.close())
          const transaction = database.transaction(stores, 'readonly')
          for (const store of stores) {
            const all = transaction.objectStore(store).getAll()
            all.onsuccess = () => records.push(...all.result.map((record) => JSON.stringify(record)))
          }
          transaction.oncomplete = () => resolve(database.close())
        }
      })
    return {
      keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
      values: [...Object.values(localStorage), ...Object.values(sessionStorage)].map(String),
      databases: names.sort(),
      records,
      cookies: document.cookie,
      caches: typeof caches === 'undefined' ? [] : await caches.keys(),
    }
  })
}

interface Visit {
  server: ConsentServer
  tab: EngineTab
  /** Opens another tab of the same browser. */
  openTab(): Promise<EngineTab>
}

interface Asked {
  person?: string
  consent?: ConsentSettings
  /** The collector answers 503 from the start. */
  isDown?: boolean
}

async function visit(engine: Engine, settings: Asked, play: (visit: Visit) => Promise<void>) {
  const { isDown = false, ...asked } = settings
  const server = await startConsentServer({ person: null, consent: {}, ...asked })
  server.isDown = isDown
  const profile = await engine.open()
  async function openTab() {
    const tab = await profile.openTab()
    await tab.goto(server.url)
    await tab.until(() => globalThis.allowed !== undefined)
    return tab
  }
  try {
    await play({ server, openTab, tab: await openTab() })
  } finally {
    await profile.close()
    await server.close()
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const track = (tab: EngineTab, name: string) => tab.run((given) => void globalThis.allowed?.telltale.track(given), name)
const decide = (tab: EngineTab, choices: Readonly<Record<string, boolean>>) =>
  tab.run((given) => globalThis.allowed?.telltale.consent?.set(given), choices)
const necessaryOnly = (keys: readonly string[]) => keys.filter((key) => !NECESSARY.test(key))

test.describe('consent', { tag: ['@core', '@engines'] }, () => {
  test('before it is given, nothing that needs it is in the browser or leaves the page, and then all of it goes in order', async ({
    engine,
  }) => {
    await visit(engine, {}, async ({ server, tab, openTab }) => {
      for (const name of ['one', 'two', 'three']) await track(tab, name)
      await tab.run(() => void globalThis.allowed?.telltale.flags.variation('plan', 'none'))
      await sleep(4_000)
      const before = await storedIn(tab)
      expect(necessaryOnly(before.keys)).toEqual([])
      expect([before.databases, before.records, before.cookies, before.caches]).toEqual([[], [], '', []])
      expect(server.requests.filter((path) => !path.includes('/eval'))).toEqual([])
      // A page that ends while it is pending leaves nothing either.
      await tab.goto(`${server.url}/?again`)
      await tab.until(() => globalThis.allowed !== undefined)
      expect(necessaryOnly((await storedIn(tab)).keys)).toEqual([])
      for (const name of ['four', 'five']) await track(tab, name)
      await tab.run(() => void globalThis.allowed?.telltale.flags.variation('plan', 'none'))
      await decide(tab, { analytics: true, monitoring: true })
      const wanted = () => server.arrived.filter((name) => /^(one|two|three|four|five)$/.test(name))
      await expect.poll(wanted, { timeout: 30_000 }).toEqual(['four', 'five'])
      const calls = () =>
        tab.run(() => globalThis.allowed?.calls.filter(([method]) => method === 'track').map(String) ?? [])
      await expect.poll(calls, { timeout: 30_000 }).toEqual(expect.arrayContaining(['track,four', 'track,five']))
      const keys = necessaryOnly((await storedIn(tab)).keys).join()
      for (const key of ['visitor:', 'visit:', 'exposures:']) expect(keys).toContain(key)
      const other = await openTab()
      expect(await other.run(() => globalThis.allowed?.telltale.consent?.get().purposes['analytics'])).toBe('granted')
    })
  })

  test('a withdrawal deletes what is stored, in every tab', async ({ engine }) => {
    const allowed = { initial: { analytics: true, monitoring: true } }
    await visit(engine, { person: 'ida', consent: allowed, isDown: true }, async ({ server, tab, openTab }) => {
      const other = await openTab()
      await tab.run(() => void (document.cookie = '_script.id=1'))
      await track(tab, 'of the first tab')
      await track(other, 'of the second tab')
      const texts = async () => {
        const { keys, values, records, cookies } = await storedIn(tab)
        return [...keys, ...values, ...records, cookies].join('\n')
      }
      await expect.poll(texts, { timeout: 30_000 }).toContain('of the second tab')
      await decide(tab, { analytics: false, monitoring: false })
      await expect.poll(texts, { timeout: 10_000 }).not.toMatch(/of the (?:first|second) tab|visit:|_script/)
      expect(necessaryOnly((await storedIn(tab)).keys)).toEqual([])
      server.isDown = false
      await track(other, 'later')
      await sleep(5_000)
      expect(server.arrived.filter((name) => name !== 'Consent changed')).toEqual([])
    })
  })

  test('a user who is forgotten is nowhere in the browser, and the application was asked', async ({ engine }) => {
    const allowed = { initial: { analytics: true, monitoring: true }, forgetUrl: '/forget-me' }
    await visit(engine, { person: 'ida-4711', consent: allowed, isDown: true }, async ({ server, tab, openTab }) => {
      const other = await openTab()
      await track(tab, 'of the first tab')
      await track(other, 'of the second tab')
      await sleep(1_500)
      const answer = await tab.run(() => globalThis.allowed?.telltale.forget?.())
      expect(answer).toEqual({ isRequested: true, status: 202 })
      expect(server.forgetting).toEqual(['{}'])
      const texts = async () => {
        const { keys, values, records } = await storedIn(tab)
        return [...keys, ...values, ...records].join('\n')
      }
      await expect.poll(texts, { timeout: 10_000 }).not.toMatch(/ida-4711|of the (?:first|second) tab/)
      server.isDown = false
      await track(other, 'later')
      await sleep(3_000)
      expect(server.arrived).toEqual([])
    })
  })
})
