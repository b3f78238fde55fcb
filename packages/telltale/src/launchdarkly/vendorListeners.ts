/** A listener of the vendor's clients: its events have arguments of many types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDListener = (...args: any[]) => void

interface Target {
  on(name: string, listener: LDListener): void
  off(name: string, listener: LDListener): void
}

/**
 * Listeners as the vendor's clients keep them: one that is added twice is called twice, and one call of `off` removes both.
 *
 * @param targetOf what tells the event of a name
 */
export function createVendorListeners(targetOf: (name: string) => Target) {
  let added: { name: string; listener: LDListener; self: unknown; entry: LDListener }[] = []

  return {
    on(name: string, listener: LDListener, self?: unknown) {
      const entry: LDListener = (...args) => listener.apply(self, args)
      added.push({ name, listener, self, entry })
      targetOf(name).on(name, entry)
    },
    /** Without a listener, all of the name. */
    off(name: string, listener?: LDListener, self?: unknown) {
      const isMeant = (one: (typeof added)[number]) =>
        one.name === name && (!listener || (one.listener === listener && one.self === self))
      for (const one of added) if (isMeant(one)) targetOf(name).off(name, one.entry)
      added = added.filter((one) => !isMeant(one))
    },
  }
}
