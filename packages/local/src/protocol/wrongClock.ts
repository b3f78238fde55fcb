/** A report takes a moment, and clocks of machines that are set by the network agree within a second. In milliseconds. */
const MAX_CLOCK_MS = 60_000

/** By how much a clock is ahead of that of the services, if it is wrong. */
export const wrongClock = (aheadMs: number): { readonly clockAheadMs?: number } =>
  Math.abs(aheadMs) > MAX_CLOCK_MS ? { clockAheadMs: aheadMs } : {}
