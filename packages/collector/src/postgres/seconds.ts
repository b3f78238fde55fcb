import type { Batch, IncomingEvent } from '../store/store.ts'

/** 0001 and 9999. */
const FIRST = -62_135_596_800_000
const LAST = 253_402_300_799_000

/** Seconds since 1970 for the server. Clocks of browsers may say anything, and the server's calendar ends earlier than that of a browser. */
export const seconds = (ms: number): number => Math.min(Math.max(ms, FIRST), LAST) / 1000

/** The same for a limit, which may be infinite. */
export const limitSeconds = (ms: number): number => (ms > LAST ? Infinity : seconds(ms))

/** A clock that seems to be behind by less, in milliseconds, is right: the request has taken so long. */
const SLOW_MS = 60_000

/** When an event has happened by a clock that is set right. */
export function rightTime({ happenedAt }: IncomingEvent, { clockAheadMs }: Batch): number {
  const isSlow = clockAheadMs < 0 && clockAheadMs > -SLOW_MS
  return happenedAt - (isSlow ? 0 : clockAheadMs)
}
