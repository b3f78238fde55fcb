/** Round intervals between two ticks, in milliseconds. */
const SPANS = [10_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** About `wanted` ticks at round times. */
export function timeTicks(from: number, to: number, wanted: number): readonly number[] {
  const span = SPANS.find((one) => (to - from) / one <= wanted) ?? 600_000
  const first = Math.ceil(from / span) * span
  return Array.from({ length: Math.max(0, Math.floor((to - first) / span) + 1) }, (_, index) => first + index * span)
}

/** The powers of ten around the data, so that a delay of a minute can be shown beside one of ten milliseconds. */
export function delayTicks(figures: readonly number[]): readonly number[] {
  const real = figures.filter((figure) => figure > 0)
  const least = Math.floor(Math.log10(Math.min(100, ...real)))
  const most = Math.ceil(Math.log10(Math.max(1000, ...real)))
  return Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index))
}

/** The label of a power of ten: `100 ms`, `10 s`. Never in minutes, because a power of ten is not a whole number of minutes. */
export function delayTick(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
}
