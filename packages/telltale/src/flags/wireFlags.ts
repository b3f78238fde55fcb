import { freezeDeep, isRecord, typeName, writeJson } from '../core/lib/json.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'

/** A flag as it was received: any field may be missing, null or of another type. A deleted flag leaves a tombstone. */
export type WireFlag = Record<string, unknown>

/** Flags by key, without a prototype: `constructor` and `__proto__` are keys like any other. */
export type WireFlags = Record<string, WireFlag>

/** The type that each field must have. A field of another type is ignored. */
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

const hasValue = (wire: unknown): wire is WireFlag => isRecord(wire) && wire['value'] !== undefined

/** The flag without fields that are null or of the wrong type; `undefined` when it has no value or was deleted. */
export function readFlag(wire: WireFlag | undefined): Flag | undefined {
  if (!hasValue(wire)) return undefined
  const flag: WireFlag = { value: wire['value'], version: 0 }
  // oxlint-disable-next-line telltale/plain-keys -- The names are those of the table.
  for (const [field, type] of Object.entries(FIELDS)) if (typeName(wire[field]) === type) flag[field] = wire[field]
  return freezeDeep(flag) as unknown as Flag
}

/**
 * The flags of a poll or a `put`; `undefined` when the input is not an object, or none of its entries is a flag: a proxy may answer
 * with JSON of its own. The object is modified and returned. Its entries are read on demand: ten thousand flags cost no more than
 * parsing their JSON.
 */
export function readFlags(parsed: unknown): WireFlags | undefined {
  if (!isRecord(parsed)) return undefined
  const entries = Object.values(parsed)
  return !entries.length || entries.some(hasValue) ? Object.setPrototypeOf(parsed, null) : undefined
}

/**
 * Malformed entries have no value and are treated as missing. A value is shared by all readers, so it is frozen when it is first
 * read: freezing all values of a response would cost more than parsing it.
 */
export const valueOf = (wire: WireFlag | undefined) => freezeDeep(wire?.['value']) as Json | undefined

/** Whether a flag replaces another one. A flag without a version, as some development servers send it, always does. */
export const isNewer = (flag: WireFlag, before: WireFlag | undefined) =>
  // Through JSON: a number cannot be made of an object whose `toString` is no function, which JSON can contain.
  !(+writeJson(flag['version']) <= +writeJson(before?.['version']))
