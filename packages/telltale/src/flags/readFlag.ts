import { isRecord, typeName } from '../core/lib/json.ts'
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

/** The flag without fields that are null or of the wrong type; `undefined` when it has no value or was deleted. */
export function readFlag(wire: WireFlag | undefined): Flag | undefined {
  if (!isRecord(wire) || wire['value'] === undefined) return undefined
  const flag: WireFlag = { value: wire['value'], version: 0 }
  for (const [field, type] of Object.entries(FIELDS)) if (typeName(wire[field]) === type) flag[field] = wire[field]
  return flag as unknown as Flag
}

/**
 * The flags of a poll or a `put`; `undefined` when the input is not an object. The object is modified and returned. Its entries
 * are read on demand: ten thousand flags cost no more than parsing their JSON.
 */
export const readFlags = (parsed: unknown): WireFlags | undefined =>
  isRecord(parsed) ? (Object.setPrototypeOf(parsed, null) as WireFlags) : undefined

/** Malformed entries have no value and are treated as missing. */
export const valueOf = (wire: WireFlag | undefined) => wire?.['value'] as Json | undefined

/** Whether a flag replaces another one. A flag without a version, as some development servers send it, always does. */
export const isNewer = (flag: WireFlag, before: WireFlag | undefined) =>
  !before || !(Number(flag['version']) <= Number(before['version']))

/**
 * Reads flags that a server put into the page, in the format of `allFlagsState`: values by key, and metadata separately. On a
 * server, it may also be the state itself.
 */
export function readBootstrap(given: unknown): WireFlags | undefined {
  const bootstrap = isRecord(given) && typeof given['toJSON'] === 'function' ? given['toJSON']() : given
  if (!isRecord(bootstrap)) return undefined
  const state = bootstrap['$flagsState']
  const flags: WireFlags = Object.create(null)
  for (const key of Object.keys(bootstrap)) {
    if (key.startsWith('$')) continue
    const known = isRecord(state) && Object.hasOwn(state, key) ? state[key] : undefined
    flags[key] = { version: 0, ...(isRecord(known) && known), value: bootstrap[key] }
  }
  return flags
}

/** Returns a function that reads one flag of a bootstrap, without a client. */
export function bootstrapReader(bootstrap: unknown): (key: string) => Flag | undefined {
  let flags: WireFlags | undefined
  return (key) => readFlag((flags ??= readBootstrap(bootstrap) ?? {})[key])
}
