import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Returns the store's value, and renders again when it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
