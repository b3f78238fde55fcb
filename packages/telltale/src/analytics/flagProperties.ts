import { FLAG_PREFIX, type EventProperties } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/** `LDFF: <flag in lower snake case>` with the value of each flag. */
export function flagProperties(values: Readonly<Record<string, Json>>): EventProperties {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [FLAG_PREFIX + lowerSnakeCase(key), value]))
}

/** `new-pricing`, `newPricing` and `New Pricing` are all `new_pricing`. */
export function lowerSnakeCase(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
}
