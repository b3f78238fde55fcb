/** Removes null fields: an export may have null in place of an absent field. */
export function withoutNulls<T extends object>(one: T): T {
  return Object.values(one).every(isPresent)
    ? one
    : (Object.fromEntries(Object.entries(one).filter(([, value]) => isPresent(value))) as T)
}

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined
}
