/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

export interface Listeners<Args extends unknown[]> {
  readonly size: number
  add(listener: (...args: Args) => void): Unsubscribe
  notify(...args: Args): void
}

/** A set of callbacks. One that throws stops none of the others; its error goes to the page as an uncaught one. */
export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  // Each subscription is an object of its own, so that one function added twice is called, and removed, twice.
  const entries = new Set<{ listener: (...args: Args) => void }>()
  return {
    get size() {
      return entries.size
    },
    add(listener) {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    notify(...args) {
      for (const entry of [...entries]) {
        if (!entries.has(entry)) continue // removed by a listener before it
        try {
          entry.listener(...args)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
