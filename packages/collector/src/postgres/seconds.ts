/** 0001 and 9999. */
const FIRST = -62_135_596_800_000
const LAST = 253_402_300_799_000

/** Seconds since 1970 for the server. Clocks of browsers may say anything, and the server's calendar ends earlier than that of a browser. */
export const seconds = (ms: number): number => Math.min(Math.max(ms, FIRST), LAST) / 1000

/** The same for a limit, which may be infinite. */
export const limitSeconds = (ms: number): number => (ms > LAST ? Infinity : seconds(ms))
