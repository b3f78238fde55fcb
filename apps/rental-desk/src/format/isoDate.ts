const DAY_MS = 86_400_000

/** The calendar day `days` from today on the user's wall, as `<input type="date">` writes it: `2026-11-28`. */
export function isoDateIn(days: number, today = new Date()): string {
  // Noon of the wall's day, taken as if it were UTC: adding days then crosses no change to summer time.
  const noon = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), 12)
  return new Date(noon + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many calendar days lie from one to the other; `NaN` when either is no date. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
