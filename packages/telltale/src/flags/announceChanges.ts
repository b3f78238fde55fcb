import type { Emitter } from './emitter.ts'
import { evaluate } from './evaluate.ts'
import type { Changes, FlagStore } from './flagStore.ts'
import type { Inspect } from './inspectors.ts'

const CHANGE = 'change:'

interface Audience {
  store: FlagStore
  emitter: Emitter
  inspect: Inspect
}

/** Tells inspectors and listeners what has changed; `isWhole` when all flags came together. */
export function announceChanges(changes: Changes, { store, emitter, inspect }: Audience, isWhole: boolean): void {
  const keys = Object.keys(changes)
  if (keys.length === 0) return
  const detailOf = (key: string) => evaluate(store.cell(key).flag, undefined, () => true)
  if (isWhole) {
    inspect('flag-details-changed', () => [
      Object.fromEntries(Object.keys(store.values()).map((key) => [key, detailOf(key)])),
    ])
  } else for (const key of keys) inspect('flag-detail-changed', () => [key, detailOf(key)])
  // The shorter way round: one flag and thousands of listeners, or thousands of flags and a few listeners.
  const names = keys.length < emitter.names.size ? keys.map((key) => CHANGE + key) : [...emitter.names.keys()]
  for (const name of names) {
    const change = name.startsWith(CHANGE) ? changes[name.slice(CHANGE.length)] : undefined
    if (change) emitter.emit(name, change.current, change.previous)
  }
  emitter.emit('change', changes)
}
