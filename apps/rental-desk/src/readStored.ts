/**
 * Returns the stored value of a key, or `undefined` if it is missing, is not JSON, or has another shape. Another version of
 * the application may have stored it.
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
