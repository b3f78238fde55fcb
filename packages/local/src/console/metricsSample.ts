/** What happened within one second. Seconds in which nothing did have no sample. */
export interface MetricsSample {
  /** The beginning of the second, in milliseconds since 1970. */
  readonly at: number
  /** Events that were received, by destination: `collector`, a vendor, or any other that a page told of. */
  readonly received: Readonly<Record<string, number>>
  /** Milliseconds from the call of `track` until the collector had it. Absent when nothing arrived. */
  readonly delay?: { readonly count: number; readonly p50: number; readonly p95: number; readonly max: number }
  /** How often a variation was shown, by flag key and variation (`fallback` when there was none). */
  readonly evaluations: Readonly<Record<string, Readonly<Record<string, number>>>>
}
