import type { CollectedEvent } from './collectedEvent.ts'
import { isRecord } from './parseJson.ts'

/** Leaves out the properties of an event whose names match, at any depth. What is left is a copy. */
export const redact = (event: CollectedEvent, names: RegExp): CollectedEvent => ({
  ...event,
  properties: without(event.properties, names) as CollectedEvent['properties'],
})

/** A copy of a value that was JSON, without the fields whose names match, at any depth. */
export function without(value: unknown, names: RegExp): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.test(name))
      .map(([name, inner]) => [name, without(inner, names)]),
  )
}
