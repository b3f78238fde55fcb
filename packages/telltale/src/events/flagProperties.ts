import { FLAG_PREFIX, type EventProperties } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/**
 * `LDFF: <flag in lower snake case>` with the value of each flag. Of flags whose names are the same in snake case, the property
 * has the value of the one whose key sorts first, whatever order the flag service sends them in.
 *
 * @param onClash is given a sentence for each two such flags
 */
export function flagProperties(
  values: Readonly<Record<string, Json>>,
  onClash: (message: string) => void,
): EventProperties {
  const keys = new Map<string, string>()
  for (const key of Object.keys(values)) {
    const name = FLAG_PREFIX + lowerSnakeCase(key)
    const other = keys.get(name) ?? key
    const [first, second] = other < key ? [other, key] : [key, other]
    keys.set(name, first)
    if (first !== second) {
      onClash(
        `Flags "${first}" and "${second}" share the event property "${name}". It has the value of "${first}": rename the other.`,
      )
    }
  }
  return Object.fromEntries([...keys].map(([name, key]) => [name, values[key] as Json]))
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
