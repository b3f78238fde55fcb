const DAY_MS = 86_400_000

/** The local calendar day `days` from today, in the format of `<input type="date">`: `2026-11-28`. */
export function isoDateIn(days: number, today = new Date()): string {
  // Noon of the local day, interpreted as UTC: UTC has no summer time, so adding days is exact.
  const noon = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), 12)
  return new Date(noon + days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of calendar days from `from` to `to`; `NaN` if either is not a valid date. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
