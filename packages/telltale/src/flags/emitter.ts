import { callEach } from '../core/lib/listeners.ts'

// Any function is a listener; each name has arguments of its own.
type Listener = (...args: never[]) => void

export interface Emitter {
  /** How many listen to `change`, or to that of one flag. */
  readonly changeListeners: number
  /** The names that somebody listens to. */
  readonly names: { readonly size: number; keys(): Iterable<string> }
  on(name: string, listener: Listener): void
  off(name: string, listener: Listener): void
  /** Whether anybody listened. One listener that throws stops none of the others. */
  emit(name: string, ...args: unknown[]): boolean
}

/** Named events, in the shape of the vendor's client. */
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
