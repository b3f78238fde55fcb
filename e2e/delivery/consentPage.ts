import type { Telltale } from 'telltale'
import type { ConsentSettings } from 'telltale/consent'
import type { Engine, EngineTab } from 'stage/engines/engine'
import { type ConsentServer, startConsentServer } from './consentServer.ts'

declare global {
  /** Of the page `consent` of the stage. */
  var allowed: { readonly telltale: Telltale; readonly calls: (readonly unknown[])[] } | undefined
}

export interface Visit {
  server: ConsentServer
  tab: EngineTab
  /** Opens another tab of the same browser. */
  openTab(): Promise<EngineTab>
}

export interface Asked {
  person?: string
  consent?: ConsentSettings
  /** The collector answers 503 from the start. */
  isDown?: boolean
}

/** Plays a visit of the page `consent` in a browser of its own. */
export async function visit(engine: Engine, settings: Asked, play: (visit: Visit) => Promise<void>): Promise<void> {
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

/** What is necessary: see the guide about consent. */
const NECESSARY = /^telltale:(?:salt|identity|flags|consent:.*)$/

/** The keys of storage that need consent. */
export const needingConsent = (keys: readonly string[]) => keys.filter((key) => !NECESSARY.test(key))

/** Everything that this origin has in the browser. */
export async function storedIn(tab: EngineTab) {
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

export const track = (tab: EngineTab, ...names: readonly string[]) =>
  tab.run((given) => given.forEach((name) => void globalThis.allowed?.telltale.track(name)), names)

export const decide = (tab: EngineTab, choices: Readonly<Record<string, boolean>>) =>
  tab.run((given) => globalThis.allowed?.telltale.consent?.set(given), choices)

/** The names of the events that the script of this page was called with. */
export const calledIn = (tab: EngineTab) =>
  tab.run(() => globalThis.allowed?.calls.flatMap(([method, name]) => (method === 'track' ? [String(name)] : [])) ?? [])
