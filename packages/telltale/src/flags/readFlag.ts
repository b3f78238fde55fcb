import { isRecord } from '../core/lib/isRecord.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'

/** A flag as it came over the wire: any field may be missing, null or of another type. `deleted` leaves a tombstone. */
export type WireFlag = Record<string, unknown>

/** Flags by key, without a prototype: `constructor` and `__proto__` are keys like any other. */
export type WireFlags = Record<string, WireFlag>

/** What a field is of if it is taken. */
const FIELDS = {
  version: 'number',
  flagVersion: 'number',
  variation: 'number',
  reason: 'object',
  trackEvents: 'boolean',
  trackReason: 'boolean',
  debugEventsUntilDate: 'number',
  prerequisites: 'array',
}

/** The flag without what is null or of the wrong type, or nothing when it has no value or was deleted. */
export function readFlag(wire: WireFlag | undefined): Flag | undefined {
  if (!isRecord(wire) || wire['value'] === undefined) return undefined
  const flag: WireFlag = { value: wire['value'], version: 0 }
  for (const [field, type] of Object.entries(FIELDS)) if (typeName(wire[field]) === type) flag[field] = wire[field]
  return flag as unknown as Flag
}

/**
 * The map that a poll or a `put` brought, which is taken over, or nothing when it is not one. What is in it is looked at when
 * it is asked for: ten thousand flags cost their parsed JSON.
 */
export const readFlags = (parsed: unknown): WireFlags | undefined =>
  isRecord(parsed) ? (Object.setPrototypeOf(parsed, null) as WireFlags) : undefined

/** Garbage has no value: it is no flag. */
export const valueOf = (wire: WireFlag | undefined) => wire?.['value'] as Json | undefined

/** Whether a flag takes the place of another. One without a version, as some development servers send it, always does. */
export const isNewer = (flag: WireFlag, before: WireFlag | undefined) =>
  !before || !(Number(flag['version']) <= Number(before['version']))
