import { isRecord } from '../core/lib/isRecord.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'

/** A flag as it came over the wire: any field may be missing, null or of another type. `deleted` leaves a tombstone. */
export type WireFlag = Record<string, unknown>

/** Flags by key, without a prototype: `constructor` and `__proto__` are keys like any other. */
export type WireFlags = Record<string, WireFlag>

const is = (type: string) => (value: unknown) => typeof value === type
const isNumber = is('number')
const isBoolean = is('boolean')

const FIELDS = Object.entries({
  version: isNumber,
  flagVersion: isNumber,
  variation: isNumber,
  reason: isRecord,
  trackEvents: isBoolean,
  trackReason: isBoolean,
  debugEventsUntilDate: isNumber,
  prerequisites: Array.isArray,
})

/** The flag without what is null or of the wrong type, or nothing when it has no value or was deleted. */
export function readFlag(wire: WireFlag | undefined): Flag | undefined {
  if (!wire || wire['value'] === undefined) return undefined
  const flag: WireFlag = { value: wire['value'], version: 0 }
  for (const [field, isRight] of FIELDS) if (isRight(wire[field])) flag[field] = wire[field]
  return flag as unknown as Flag
}

/** The map that a poll or a `put` brought, which is taken over, or nothing when it is not one. */
export function readFlags(parsed: unknown): WireFlags | undefined {
  if (!isRecord(parsed)) return undefined
  for (const key in parsed) if (!isRecord(parsed[key])) delete parsed[key]
  return Object.setPrototypeOf(parsed, null) as WireFlags
}

export const valueOf = (wire: WireFlag | undefined) => wire?.['value'] as Json | undefined
