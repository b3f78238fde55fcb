import { FLAG_PREFIX, type EventProperties } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/**
 * `LDFF: <flag in lower snake case>` with the value of each flag. Of flags whose names are the same in snake case, the property
 * has the value of the one whose key sorts first, whatever order the flag service sends them in.
 *
 * @param onClash is given a sentence for each such property
 */
export function flagProperties(
  values: Readonly<Record<string, Json>>,
  onClash: (message: string) => void,
): EventProperties {
  const keys = new Map<string, string[]>()
  for (const key of Object.keys(values)) {
    const name = FLAG_PREFIX + lowerSnakeCase(key)
    const others = keys.get(name)
    if (others) others.push(key)
    else keys.set(name, [key])
  }
  return Object.fromEntries(
    [...keys].map(([name, [first = '', ...others]]) => {
      if (others.length === 0) return [name, values[first] as Json]
      const sorted = [first, ...others].sort()
      onClash(clashMessage(name, sorted))
      return [name, values[sorted[0] as string] as Json]
    }),
  )
}

function clashMessage(name: string, keys: readonly string[]): string {
  const quoted = keys.map((key) => `"${key}"`)
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
  const others = keys.length > 2 ? 'the others' : 'the other'
  return `Flags ${list} share the event property "${name}". It has the value of ${quoted[0]}: rename ${others}.`
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
