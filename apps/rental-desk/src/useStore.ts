import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The store's value, now and after each change. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
