import { attempt } from './attempt.ts'
import { createListeners, throwLater, type Unsubscribe } from './listeners.ts'

/** A value that changes over time: a store as Svelte has them, which also suits Solid, signals and React. */
export interface Readable<T> {
  /** The current value: the same reference until it changes. */
  get(): T
  /**
   * Calls `listener` with the value at once, and after each change. What it throws is an uncaught error of the page, and disturbs nothing
   * else. A listener that is not a function is one such error, and is not subscribed.
   */
  subscribe(listener: (value: T) => void): Unsubscribe
}

/** A value as the parts of the library use it. */
export interface Watchable<T> extends Readable<T> {
  /** Calls `listener` after each change, but not for the current value. */
  watch(listener: () => void): Unsubscribe
}

export interface Writable<T> extends Watchable<T> {
  set(value: T): void
}

export function writable<T>(initial: T): Writable<T> {
  let value = initial
  const listeners = createListeners<[]>()
  return {
    ...readable(() => value, listeners.add),
    set(next) {
      if (Object.is(next, value)) return
      value = next
      listeners.notify()
    },
  }
}

/** A value that is derived from something else, which calls its listeners when it may have changed. */
export const readable = <T>(get: () => T, watch: Watchable<T>['watch']): Watchable<T> => ({
  get,
  watch,
  subscribe(listener) {
    // No value is the same as this function.
    let told: T | typeof tell = tell
    function tell() {
      const value = get()
      if (Object.is(value, told)) return
      told = value
      attempt(() => listener(value), throwLater)
    }
    // What is no function throws once, from this call, and not at each change.
    const stop = typeof listener === 'function' ? watch(tell) : () => {}
    tell()
    return stop
  },
})

/** A value that never changes. */
export const readableOf = <T>(value: T): Watchable<T> =>
  readable(
    () => value,
    () => () => {},
  )

/** Returns a function that calls `answer` only when its argument differs from the last one. */
export function memoizeLast<Given, Answer>(answer: (given: Given) => Answer): (given: Given) => Answer {
  let last: { given: Given; answer: Answer } | undefined
  return (given) => {
    if (!last || last.given !== given) last = { given, answer: answer(given) }
    return last.answer
  }
}
