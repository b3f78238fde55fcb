/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

export interface Listeners<Args extends unknown[]> {
  readonly size: number
  add(listener: (...args: Args) => void): Unsubscribe
  notify(...args: Args): void
}

/** Calls each. One that throws stops none of the others; its error goes to the page as an uncaught one. */
export function callEach<Args extends unknown[]>(listeners: ReadonlySet<(...args: Args) => void>, args: Args): void {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue // removed by a listener before it
    try {
      listener(...args)
    } catch (error) {
      throwLater(error)
    }
  }
}

/** As an uncaught error of the page. */
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
      // Each subscription is a function of its own, so that one that is added twice is called, and removed, twice.
      const entry = (...args: Args) => listener(...args)
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    notify: (...args) => callEach(entries, args),
  }
}
