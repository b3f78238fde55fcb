/** `12 ms`, `3 s`, `4 min`, `2 h`, `5 d`: a single unit. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / 86_400_000)} d`
}

/** `just now`, `12 s ago`. */
export function ago(at: number, now: number): string {
  return now - at < 1500 ? 'just now' : `${duration(now - at)} ago`
}

/** `14:03:22.187` in the local time zone. An invalid time is shown as a number. */
export function clock(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return String(at)
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `14:03:22`, without milliseconds. */
export function clockToSecond(at: number): string {
  return clock(at).replace(/(:\d\d)\.\d+$/, '$1')
}

/** A time in ISO format. Empty for an invalid time. */
export function isoTime(at: number): string | undefined {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** `+0`, `+12 ms`, `+1.4 s`: the time since the beginning. */
export function since(start: number, at: number): string {
  const ms = at - start
  const sign = ms < 0 ? '−' : '+'
  const size = Math.abs(ms)
  return size < 1000 ? `${sign}${Math.round(size)} ms` : `${sign}${(size / 1000).toFixed(size < 10_000 ? 2 : 1)} s`
}
