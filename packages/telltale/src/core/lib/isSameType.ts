/** Whether a value may stand where a fallback does. A fallback of null stands for anything; an array is not an object. */
export function isSameType(value: unknown, fallback: unknown): boolean {
  return fallback === null || (typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback))
}
