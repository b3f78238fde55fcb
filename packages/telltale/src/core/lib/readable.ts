import { createListeners, type Unsubscribe } from './listeners.ts'

/** A value that changes over time, in the form that React's `useSyncExternalStore` expects. */
export interface Readable<T> {
  /** The current value: the same reference until it changes. */
  get(): T
  /** Calls `listener` after each change, but not for the current value. */
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

/** Returns a function that calls `answer` only when its argument differs from the last one. */
export function memoizeLast<Given, Answer>(answer: (given: Given) => Answer): (given: Given) => Answer {
  let last: { given: Given; answer: Answer } | undefined
  return (given) => {
    if (!last || last.given !== given) last = { given, answer: answer(given) }
    return last.answer
  }
}
