import { countOf } from './countOf.ts'
import type { Price } from './price.ts'

/** The price of a rental, with every day at the day rate. */
export function dayRatePrice(dayRate: number, days: number): Price {
  const total = days * dayRate
  return { lines: [{ label: countOf(days, 'day'), each: dayRate, amount: total }], total }
}
