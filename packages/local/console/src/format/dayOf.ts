/** The local day of a time: its first millisecond, and that of the next day. */
export function dayOf(at: number): { readonly from: number; readonly to: number } {
  const midnight = new Date(at)
  midnight.setHours(0, 0, 0, 0)
  const from = midnight.getTime()
  // An invalid time counts as its own day.
  if (Number.isNaN(from)) return { from: at, to: at }
  // A day may have 23 or 25 hours.
  return { from, to: new Date(from).setDate(midnight.getDate() + 1) }
}

/** `Today`, `Saturday 21 November 2026`. */
export function dayText(at: number, now: number): string {
  const { from, to } = dayOf(now)
  if (at >= from && at < to) return 'Today'
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return String(at)
  // Formatted separately, because it depends on the browser whether there is a comma between the two.
  const weekday = date.toLocaleDateString('en-GB', { weekday: 'long' })
  return `${weekday} ${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}`
}
