import { clockToSecond, isoTime } from '../format/time.ts'

/** `30 November 2026, 14:03:22`. */
export function Moment({ at }: { readonly at: number }) {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <time dateTime={isoTime(at)}>
      {day}, {clockToSecond(at)}
    </time>
  )
}
