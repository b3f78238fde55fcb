/** Milliseconds before and after 1970: beyond them no calendar goes on, and whatever shows the time breaks. */
const END_OF_TIME = 8.64e15

/** Milliseconds since 1970 that are a date. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= END_OF_TIME
}
