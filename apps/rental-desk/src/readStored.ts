/**
 * The value that the storage has under a key, parsed from JSON. `undefined` if there is none, if it is not JSON, or if `isValid`
 * rejects it: an older or newer version of the desk may have stored it, and the desk has to start in any case.
 */
export function readStored<T>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  isValid: (value: unknown) => value is T,
): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
