/** A vendor's script, or a function that returns it. */
export type Instance<Script> = Script | (() => Script | undefined)

/**
 * Reads the option `instance` of a vendor. Throws when it is neither the vendor's script nor a function that returns it.
 *
 * @returns a function that returns the script, which may load late
 */
export function readInstance<Script extends object>(
  vendor: string,
  instance: Instance<Script>,
): () => Script | undefined {
  if (typeof instance === 'function') return instance as () => Script | undefined
  if (typeof instance === 'object') return () => instance
  throw wrongInstance(vendor)
}

export const wrongInstance = (vendor: string) =>
  new Error(
    `Telltale cannot start. Set instance of ${vendor}() to its script, or to a function that returns it. (T153)`,
  )
