import type { CollectedEvent } from '@telltale/collector'
import { isRecord } from '../../../src/json/isRecord.ts'
import { flagKeyOf } from './flagKeyOf.ts'

/** A flag that was in force when an event was tracked, and how it came to its value, as far as the event says so. */
export interface EventFlag {
  /** The key. */
  readonly name: string
  readonly value: unknown
  /** The place of the value among the variations of the flag, from 0. */
  readonly variation?: number
  readonly version?: number
  /** The kind of the reason, such as `RULE_MATCH`. */
  readonly reason?: string
  /** A panel for developers showed another value than the flag service. */
  readonly isOverridden?: true
}

export const FLAG_PREFIX = 'LDFF: '

/**
 * The flags of an event. An event without details, such as one that was sent at the end of a page, has only properties, whose
 * names do not always tell the key: `flagKeys` are the keys that exist.
 */
export function eventFlags(
  { properties, flags, overridden }: Pick<CollectedEvent, 'properties' | 'flags' | 'overridden'>,
  flagKeys: readonly string[],
): readonly EventFlag[] {
  // Anybody may post, so nothing of this is certain.
  const details = new Map(
    Object.entries(isRecord(flags) ? flags : {}).flatMap(([key, facts]) => (isRecord(facts) ? [[key, facts]] : [])),
  )
  const keys = new Map([...details].map(([key, { property }]) => [property, key]))
  const replaced = new Set<unknown>(Array.isArray(overridden) ? overridden : [])

  const flagOf = (name: string, value: unknown): EventFlag => {
    const { variation, version, reason } = details.get(name) ?? {}
    return {
      name,
      value,
      ...(typeof variation === 'number' && { variation }),
      ...(typeof version === 'number' && { version }),
      ...(typeof reason === 'string' && { reason }),
      ...(replaced.has(name) && { isOverridden: true }),
    }
  }
  const fromProperties = Object.entries(properties)
    .filter(([property]) => property.startsWith(FLAG_PREFIX))
    .map(([property, value]) =>
      flagOf(keys.get(property) ?? flagKeyOf(property.slice(FLAG_PREFIX.length), flagKeys), value),
    )
  // Of two flags with the same name in events, the second has its value here.
  const others = [...details].filter(([, facts]) => facts['property'] === undefined && 'value' in facts)
  return [...fromProperties, ...others.map(([key, { value }]) => flagOf(key, value))]
}
