import { countOf } from './countOf.ts'
import type { Price, PriceLine } from './price.ts'

interface Term {
  readonly unit: string
  readonly days: number
  /** The price of the whole term, as a multiple of the day rate. */
  readonly dayRates: number
}

const TERMS: readonly Term[] = [
  { unit: 'month', days: 28, dayRates: 13.5 },
  { unit: 'week', days: 7, dayRates: 4.5 },
  { unit: 'day', days: 1, dayRates: 1 },
]

/** The volume discount in percent for a subtotal of at least `from` US dollars. The highest step that is reached applies. */
const VOLUME_STEPS = [
  { from: 25_000, percent: 8 },
  { from: 10_000, percent: 5 },
  { from: 4_000, percent: 2 },
]

/** Charges months, then weeks, then days, or one longer term where that is cheaper, and deducts the volume discount. */
export function weeklyPrice(dayRate: number, days: number): Price {
  const lines = linesFor(days, dayRate, TERMS)
  const subtotal = sum(lines)
  const step = VOLUME_STEPS.find(({ from }) => subtotal >= from)
  if (!step) return { lines, total: subtotal }
  const off = Math.round((subtotal * step.percent) / 100)
  return { lines: [...lines, { label: `Volume, ${step.percent}% off`, amount: -off }], total: subtotal - off }
}

function linesFor(days: number, dayRate: number, [term, ...shorter]: readonly Term[]): PriceLine[] {
  if (!term || days === 0) return []
  const whole = Math.floor(days / term.days)
  const rest = linesFor(days % term.days, dayRate, shorter)
  const price = Math.round(dayRate * term.dayRates)
  const isOneMoreCheaper = sum(rest) > price
  const count = isOneMoreCheaper ? whole + 1 : whole
  const line = count > 0 ? [{ label: countOf(count, term.unit), each: price, amount: count * price }] : []
  return isOneMoreCheaper ? line : [...line, ...rest]
}

const sum = (lines: readonly PriceLine[]) => lines.reduce((total, line) => total + line.amount, 0)
