/** The largest distance from 1970 in milliseconds that a Date can represent. */
const END_OF_TIME = 8.64e15

/** Whether a value is a valid time in milliseconds since 1970. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= END_OF_TIME
}
