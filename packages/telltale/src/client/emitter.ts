import { freezeDeep } from '../core/lib/json.ts'
import { callEach } from '../core/lib/listeners.ts'
import type { Changes } from '../flags/flagStore.ts'

const CHANGE = 'change:'

// Any function is a listener; each name has arguments of its own.
export type Listener = (...args: never[]) => void

export interface Emitter {
  /** The number of listeners to `change` and `change:<key>`. */
  readonly changeListeners: number
  /** The event names that have listeners. */
  readonly names: { readonly size: number; keys(): Iterable<string> }
  on(name: string, listener: Listener): void
  off(name: string, listener: Listener): void
  /** Returns whether there was a listener. A listener that throws does not stop the others. */
  emit(name: string, ...args: unknown[]): boolean
}

/** Named events, with the interface of the vendor's client. */
export function createEmitter(): Emitter {
  const topics = new Map<string, Set<Listener>>()
  const sizeOf = (name: string) => topics.get(name)?.size ?? 0
  let changeListeners = 0

  function edit(name: string, action: (listeners: Set<Listener>) => unknown) {
    const before = sizeOf(name)
    const listeners = topics.get(name) ?? new Set()
    action(listeners)
    if (listeners.size) topics.set(name, listeners)
    else topics.delete(name)
    if (name.startsWith('change')) changeListeners += listeners.size - before
  }

  return {
    get changeListeners() {
      return changeListeners
    },
    names: topics,
    on: (name, listener) => edit(name, (listeners) => listeners.add(listener)),
    off: (name, listener) => edit(name, (listeners) => listeners.delete(listener)),
    emit(name, ...args) {
      const listeners = topics.get(name) as ReadonlySet<(...args: unknown[]) => void> | undefined
      if (listeners) callEach(listeners, args)
      return listeners !== undefined
    },
  }
}

/** Notifies the listeners of `change:<key>` and of `change`. */
export function emitChanges(emitter: Emitter, changes: Changes): void {
  const keys = Object.keys(changes)
  if (keys.length === 0) return
  // Iterates over the smaller set: there may be one flag and thousands of listeners, or thousands of flags and a few listeners.
  const names = keys.length < emitter.names.size ? keys.map((key) => CHANGE + key) : [...emitter.names.keys()]
  for (const name of names) {
    const change = name.startsWith(CHANGE) ? changes[name.slice(CHANGE.length)] : undefined
    if (change) emitter.emit(name, change.current, change.previous)
  }
  emitter.emit('change', freezeDeep(changes))
}
