import { attempt } from './attempt.ts'

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

export interface Listeners<Args extends unknown[]> {
  readonly size: number
  add(listener: (...args: Args) => void): Unsubscribe
  notify(...args: Args): void
}

/**
 * Calls each listener. A listener that throws does not stop the others. Its error is reported as an uncaught error of
 * the page.
 */
export function callEach<Args extends unknown[]>(listeners: ReadonlySet<(...args: Args) => void>, args: Args): void {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue // removed by a listener before it
    attempt(() => listener(...args), throwLater)
  }
}

/** Throws an error as an uncaught error of the page. */
export const throwLater = (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })

/** A set of callbacks. */
export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  const entries = new Set<(...args: Args) => void>()
  return {
    get size() {
      return entries.size
    },
    add(listener) {
      // Each subscription has a function of its own, so that a listener that is added twice is called twice, and each
      // subscription is removed on its own.
      const entry = (...args: Args) => listener(...args)
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    notify: (...args) => callEach(entries, args),
  }
}

/** Carries messages between parts that do not know one another. */
export interface Bus<Topics extends object> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  on<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): Unsubscribe
  /** Whether the topic has a listener. Without one, a message need not be created. */
  isHeard(topic: keyof Topics): boolean
}

export function createBus<Topics extends object>(): Bus<Topics> {
  const topics = new Map<keyof Topics, Listeners<[never]>>()
  return {
    // Observers share a message.
    publish: (topic, message) => topics.get(topic)?.notify(Object.freeze(message) as never),
    on(topic, listener) {
      const listeners = topics.get(topic) ?? createListeners<[never]>()
      topics.set(topic, listeners)
      return listeners.add(listener)
    },
    isHeard: (topic) => (topics.get(topic)?.size ?? 0) > 0,
  }
}
