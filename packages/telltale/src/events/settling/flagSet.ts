import type { EventProperties, FlagFacts, FlagSet } from '../../core/model/event.ts'
import { FLAG_PREFIX } from '../../core/model/flagPrefix.ts'
import type { Json } from '../../core/model/json.ts'
import { setOf } from '../recording/keyedFlags.ts'

/**
 * Returns the set of these flags with the names of event properties, or undefined when there are no flags.
 *
 * @param onClash receives a sentence for each two flags that share an event property
 */
export function flagSetOf(
  { properties: values, flags }: Pick<FlagSet, 'properties' | 'flags'>,
  onClash: (message: string) => void,
): FlagSet | undefined {
  const keys = keysByName(values, onClash)
  const names = new Map([...keys].map(([name, key]) => [key, name]))
  const withName = ([key, facts]: [string, FlagFacts]) => {
    const property = names.get(key)
    return [key, { ...(property === undefined ? { value: values[key] as Json } : { property }), ...facts }] as const
  }
  const set = setOf(propertiesOf(values, keys), Object.fromEntries(Object.entries(flags).map(withName)))
  const overridden = Object.keys(flags).filter((key) => flags[key]?.reason === 'OVERRIDE')
  return set && { ...set, ...(overridden.length > 0 && { overridden }) }
}

const propertiesOf = (values: EventProperties, keys: ReadonlyMap<string, string>): EventProperties =>
  Object.fromEntries([...keys].map(([name, key]) => [name, values[key] as Json]))

/**
 * Returns the names of event properties, `LDFF: <flag in lower snake case>`, with the key of the flag whose value each has. If the
 * names of several flags are the same in snake case, the property has the value of the flag whose key sorts first, in whatever order
 * the flag service sends them.
 *
 * @param onClash receives a sentence for each two such flags
 */
function keysByName(values: EventProperties, onClash: (message: string) => void): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const key of Object.keys(values).sort()) {
    const name = FLAG_PREFIX + lowerSnakeCase(key)
    const first = keys.get(name)
    if (first === undefined) keys.set(name, key)
    else onClash(`Flags "${first}" and "${key}" share the event property "${name}". Rename one. (T63)`)
  }
  return keys
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
