/** A null says as much as a field that is not there: an export may have either. */
export function withoutNulls<T extends object>(one: T): T {
  return Object.values(one).every(isSaid)
    ? one
    : (Object.fromEntries(Object.entries(one).filter(([, value]) => isSaid(value))) as T)
}

export function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined
}
