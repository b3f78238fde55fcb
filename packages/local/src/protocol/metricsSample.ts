/** What happened within one second. Seconds without activity have no sample. */
export interface MetricsSample {
  /** The start of the second, in milliseconds since 1970. */
  readonly at: number
  /** Events that a page or the collector reported for the first time: each event counts once. */
  readonly events: number
  /** Received events by destination: `collector`, a vendor, or any other destination that a page reported. */
  readonly received: Readonly<Record<string, number>>
  /** Milliseconds between the call of `track` and the arrival at the collector. Absent if nothing arrived. */
  readonly delay?: { readonly count: number; readonly p50: number; readonly p95: number; readonly max: number }
  /** How often a variation was evaluated, by flag key and variation (`fallback` if there was none). */
  readonly evaluations: Readonly<Record<string, Readonly<Record<string, number>>>>
}
