import type { Json } from '../../../src/flags/serverFlag.ts'
import { shortVariation } from './shortVariation.ts'

/** A variation that was served, by its index or `fallback`: its value, as far as the flag still has it. */
export function servedText(variation: string, variations: readonly Json[]): string {
  const value = variations[Number(variation)]
  if (value === undefined) return variation === 'fallback' ? variation : `removed variation ${Number(variation) + 1}`
  return shortVariation(value)
}
