import { isObject, readStored } from '../readStored.ts'
import { createStore, type Store } from '../store.ts'

const KEY = 'rental-desk.preferences'

/** The preferences of a user in this browser. */
export interface Preferences {
  readonly isMapShown: boolean
  readonly overdueMail: boolean
  readonly quoteMail: boolean
  readonly maintenanceMail: boolean
}

const standard: Preferences = { isMapShown: true, overdueMail: true, quoteMail: true, maintenanceMail: false }

export interface PreferenceStore extends Pick<Store<Preferences>, 'get' | 'subscribe'> {
  change(change: Partial<Preferences>): void
}

export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): PreferenceStore {
  const { get, set, subscribe } = createStore(read(storage))
  return {
    get,
    subscribe,
    change(change) {
      set({ ...get(), ...change })
      storage.setItem(KEY, JSON.stringify(get()))
    },
  }
}

/** Ignores unknown preferences and values of the wrong type: an older or newer version of the desk may have stored them. */
function read(storage: Pick<Storage, 'getItem'>): Preferences {
  const kept = readStored(storage, KEY, isObject)
  const known = Object.entries(kept ?? {}).filter(([name, value]) => name in standard && typeof value === 'boolean')
  return { ...standard, ...Object.fromEntries(known) }
}
