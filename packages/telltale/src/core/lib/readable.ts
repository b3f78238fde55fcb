import { createListeners, type Unsubscribe } from './listeners.ts'

/** A value that changes over time, in the shape that React's `useSyncExternalStore` takes. */
export interface Readable<T> {
  get(): T
  /** Calls `listener` after each change, not for the present value. */
  subscribe(listener: () => void): Unsubscribe
}

export interface Writable<T> extends Readable<T> {
  set(value: T): void
}

export function writable<T>(initial: T): Writable<T> {
  let value = initial
  const listeners = createListeners<[]>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

/** A value that never changes. */
export const readableOf = <T>(value: T): Readable<T> => ({ get: () => value, subscribe: () => () => {} })
