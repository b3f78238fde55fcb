const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Sat, Nov 28` for `2026-11-28`. */
export function dayLabel(isoDate: string): string {
  return weekday.format(new Date(isoDate))
}
