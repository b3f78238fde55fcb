/** Milliseconds between two marks that people like to read. */
const SPANS = [10_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** Marks on a line of time at round times, about so many. */
export function timeTicks(from: number, to: number, wanted: number): readonly number[] {
  const span = SPANS.find((one) => (to - from) / one <= wanted) ?? 600_000
  const first = Math.ceil(from / span) * span
  return Array.from({ length: Math.max(0, Math.floor((to - first) / span) + 1) }, (_, index) => first + index * span)
}

/** The powers of ten around what is drawn: a delay of a minute is to be seen beside one of a hundredth of a second. */
export function delayTicks(figures: readonly number[]): readonly number[] {
  const real = figures.filter((figure) => figure > 0)
  const least = Math.floor(Math.log10(Math.min(100, ...real)))
  const most = Math.ceil(Math.log10(Math.max(1000, ...real)))
  return Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index))
}

/** What a power of ten is called: `100 ms`, `10 s`. Never rounded to minutes, which it is no whole number of. */
export function delayTick(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
}
