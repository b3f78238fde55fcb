/** The value where it can stand for the fallback: it is there and of the same type. A fallback of null expects no type. */
export function valueOr<T>(value: unknown, fallback: T): T {
  const isThere = value !== undefined && value !== null
  const isRightType = fallback === undefined || fallback === null || typeof value === typeof fallback
  return isThere && isRightType ? (value as T) : fallback
}
