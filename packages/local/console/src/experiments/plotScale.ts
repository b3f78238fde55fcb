/** The axis of a plot around zero. */
export interface PlotScale {
  /** Round values, from one end to the other. Zero is one of them. */
  readonly ticks: readonly number[]
  /** The distance between two ticks. */
  readonly step: number
  /** The place of a value between the ends, from 0 to 1. */
  readonly placeOf: (value: number) => number
}

/** About how many ticks fit on a phone. */
const TICKS = 4
const ROUND = [1, 2, 5, 10]
/** Beyond it, sums of figures are no numbers any more; below one divided by it, quotients are not. */
const LARGEST = 1e300

/** The scale that shows all of these values, and zero. Values that are not finite are left out. */
export function plotScale(values: readonly number[]): PlotScale {
  const shown = values.filter(Number.isFinite).map(held)
  const low = Math.min(0, ...shown)
  const high = Math.max(0, ...shown)
  const step = stepOf(high / TICKS - low / TICKS)
  const first = Math.floor(low / step)
  // Without a difference, zero is in the middle.
  const [from, to] = low === high ? [-1, 1] : [first, Math.ceil(high / step)]
  return {
    // Not −0, which would be written so.
    ticks: Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step || 0),
    step,
    placeOf: (value) => Math.min(1, Math.max(0, (held(value) / step - from) / (to - from))),
  }
}

function stepOf(rough: number): number {
  if (rough < 1 / LARGEST) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (ROUND.find((one) => one * power >= rough) ?? 10)
}

const held = (value: number) => Math.min(LARGEST, Math.max(-LARGEST, value))
