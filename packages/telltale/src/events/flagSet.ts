import { hashText } from '../core/lib/hashText.ts'
import type { AnalyticsEvent, FlagSet, StoredEvent } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'
import { flagProperties } from './flagProperties.ts'

/** Two independent hashes of 53 bits: sets that differ never have one id. */
const SEEDS = [0, 1]

/**
 * The set of these flags; undefined when there are none.
 *
 * @param onClash is given a sentence for each two flags that share an event property
 */
export function flagSetOf(
  values: Readonly<Record<string, Json>>,
  onClash: (message: string) => void,
): FlagSet | undefined {
  const properties = flagProperties(values, onClash)
  if (Object.keys(properties).length === 0) return undefined
  const text = JSON.stringify(properties)
  return { id: SEEDS.map((seed) => hashText(text, seed)).join('-'), properties }
}

/** The event as a destination gets it. Flags come last: no property of the application can stand in for them. */
export function withFlags({ flagSet, ...event }: StoredEvent): AnalyticsEvent {
  return flagSet ? { ...event, properties: { ...event.properties, ...flagSet.properties } } : event
}
