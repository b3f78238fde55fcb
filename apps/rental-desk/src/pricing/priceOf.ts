import { dayRatePrice } from './dayRatePrice.ts'
import type { Price } from './price.ts'
import { weeklyPrice } from './weeklyPrice.ts'

export type Pricing = 'daily' | 'weekly'

/** The price of a rental of `days` days, with daily or weekly pricing. */
export function priceOf(dayRate: number, days: number, pricing: Pricing): Price {
  return pricing === 'weekly' ? weeklyPrice(dayRate, days) : dayRatePrice(dayRate, days)
}
