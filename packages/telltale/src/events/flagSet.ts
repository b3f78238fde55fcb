import type { EventProperties, FlagSet } from '../core/model/event.ts'
import { FLAG_PREFIX } from '../core/model/flagPrefix.ts'
import type { Json } from '../core/model/json.ts'
import { setOf } from './keyedFlags.ts'

/**
 * Returns the set of these flags, or undefined when there are no flags.
 *
 * @param onClash receives a sentence for each two flags that share an event property
 */
export function flagSetOf(
  values: Readonly<Record<string, Json>>,
  onClash: (message: string) => void,
): FlagSet | undefined {
  return setOf(flagProperties(values, onClash))
}

/**
 * Returns a property `LDFF: <flag in lower snake case>` with the value of each flag. If the names of several flags are
 * the same in snake case, the property has the value of the flag whose key sorts first, in whatever order the flag
 * service sends them.
 *
 * @param onClash receives a sentence for each two such flags
 */
export function flagProperties(
  values: Readonly<Record<string, Json>>,
  onClash: (message: string) => void,
): EventProperties {
  const keys = new Map<string, string>()
  for (const key of Object.keys(values).sort()) {
    const name = FLAG_PREFIX + lowerSnakeCase(key)
    const first = keys.get(name)
    if (first === undefined) keys.set(name, key)
    else onClash(`Flags "${first}" and "${key}" share the event property "${name}". Rename one. (T63)`)
  }
  return Object.fromEntries([...keys].map(([name, key]) => [name, values[key] as Json]))
}

/** `new-pricing`, `newPricing` and `New Pricing` all become `new_pricing`. */
export function lowerSnakeCase(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
}
