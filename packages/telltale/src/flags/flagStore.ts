import { copyJson, freezeDeep, sameJson, isRecord, typeName, writeJson } from '../core/lib/json.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/platform.ts'

/** A flag that was read, with its counts for the next summary. When the flag changes, its entry is replaced. */
export interface FlagEntry {
  readonly key: string
  readonly flag: Flag | undefined
  /** Whether evaluations are only counted, and cause no event of their own. */
  readonly isPlain: boolean
  /** The number of evaluations since the last summary. */
  count: number
  /** The fallback of the first evaluation since then. */
  fallback: unknown
}

/** The current and the previous value by key; `undefined` where the flag does not exist, or did not. */
export type Changes = Record<string, { current: Json | undefined; previous: Json | undefined }>

export interface FlagStore {
  /** Created when a key is first read, so that flags that are never read cost nothing. */
  entry(key: string): FlagEntry
  /** All values by key. Returns the same object until a value changes, and never modifies it. */
  values(): Readonly<Record<string, Json>>
  /** The flags as they were received, for the cache. */
  wire(): WireFlags
  /** Without a listener the first flags are not reported as changes, which saves their comparison. */
  replace(flags: WireFlags, hasListener: boolean | undefined): Changes
  /** Applies a newer version of one flag. Its cost does not depend on the number of flags. */
  patch(key: string, flag: WireFlag): Changes
  /** Calls `edit`, which may change what takes precedence over this flag. */
  update(key: string, edit: () => void): Changes
  stop(): void
}

/** The maximum number of unknown keys that are remembered at a time. */
const MAX_UNKNOWN_KEYS = 1000

const bare = <T>(): Record<string, T> => Object.create(null)

/** @param overrides what takes precedence over the service's flags. Only `update` changes it */
export function createFlagStore(clock: Clock, overrides: WireFlags = bare()): FlagStore {
  const entries = new Map<string, FlagEntry>()
  let flags: WireFlags = bare()
  let unknownKeys = 0

  const visible = (key: string, from = flags) => overrides[key] ?? from[key]
  const values = createAllValues(clock, () => (Object.keys(overrides)[0] ? { ...flags, ...overrides } : flags))

  function change(key: string, [before, after]: readonly (WireFlag | undefined)[], changes: Changes): Changes {
    const previous = valueOf(before)
    const current = valueOf(after)
    entries.delete(key)
    if (!sameJson(current, previous)) {
      changes[key] = { current, previous }
      values.change(key, current)
    } else if (after && current !== undefined) after['value'] = previous // an equal value keeps its reference
    return changes
  }

  function update(key: string, edit: () => void): Changes {
    const before = visible(key)
    edit()
    return change(key, [before, visible(key)], bare())
  }

  return {
    entry(key) {
      const known = entries.get(key)
      if (known) return known
      const flag = readFlag(visible(key))
      if (!flag && (unknownKeys += 1) > MAX_UNKNOWN_KEYS) {
        unknownKeys = 0
        for (const [name, entry] of entries) if (!entry.flag) entries.delete(name)
      }
      const isPlain = !flag?.trackEvents && !flag?.debugEventsUntilDate && !flag?.prerequisites?.length
      const entry: FlagEntry = { key, flag, isPlain, count: 0, fallback: undefined }
      entries.set(key, entry)
      return entry
    },
    values: values.get,
    wire: () => flags,
    replace(next, hasListener) {
      const before = flags
      const changes: Changes = bare()
      flags = next
      entries.clear()
      const isFirst = !Object.keys(before)[0]
      if (!isFirst || hasListener) {
        for (const key in { ...next, ...before }) change(key, [visible(key, before), visible(key, next)], changes)
      }
      if (isFirst || Object.keys(changes)[0]) values.reset()
      return changes
    },
    patch: (key, flag) => (isNewer(flag, flags[key]) ? update(key, () => (flags[key] = flag)) : bare()),
    update,
    stop: values.stop,
  }
}

type Values = Record<string, Json>

/**
 * How long after a change was read the next copy is prepared, in milliseconds. No JavaScript engine copies ten thousand keys
 * in less than a millisecond, and a caller that reads all values after a change is about to render: the copy is spare by then.
 */
const READY_AFTER_MS = 20

/**
 * All values by key. Each returned object is a snapshot: later changes of flags do not modify it.
 *
 * @param flags returns all current flags
 */
export function createAllValues(clock: Clock, flags: () => WireFlags) {
  let snapshot: Values | undefined
  /** The object to return next. It is kept up to date, and no caller has it yet. */
  let spare: Values | undefined
  /** Whether a flag has changed. Until then no second copy is prepared. */
  let isChanged = false
  let cancel = () => {}

  return {
    /** Returns the same object until a value changes. */
    get(): Readonly<Values> {
      if (snapshot) return snapshot
      snapshot = Object.freeze(Object.setPrototypeOf(spare ?? copyOf(flags()), Object.prototype)) as Values
      spare = undefined
      cancel()
      if (isChanged) cancel = clock.after(READY_AFTER_MS, () => (spare = copyOf(flags())))
      return snapshot
    },
    /** Records that one flag has a new value, or that it was removed. */
    change(key: string, value: Json | undefined) {
      snapshot = undefined
      isChanged = true
      if (!spare) return
      if (value === undefined) delete spare[key]
      else spare[key] = value
    },
    /** Discards the copies, because any flag may have changed. */
    reset() {
      snapshot = spare = undefined
      isChanged = false
      cancel()
    },
    stop: () => cancel(),
  }
}

/** Without a prototype, so that `__proto__` is a key too. Four times as fast as `Object.fromEntries`, with 10,000 flags. */
function copyOf(flags: WireFlags): Values {
  const values = Object.create(null) as Values
  for (const key in flags) {
    const value = valueOf(flags[key])
    if (value !== undefined) values[key] = value
  }
  return values
}

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
function readFlag(wire: WireFlag | undefined): Flag | undefined {
  if (!hasValue(wire)) return undefined
  const flag: WireFlag = { value: wire['value'], version: 0 }
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

/**
 * Reads flags that a server put into the page, in the format of `allFlagsState`: values by key, and metadata separately. On a
 * server, it may also be the state itself. A state that says that it is not valid has no flags, and counts as none. The object is
 * copied: it belongs to the application.
 */
export function readBootstrap(given: unknown): WireFlags | undefined {
  const bootstrap = copyJson(given)
  if (!isRecord(bootstrap) || bootstrap['$valid'] === false) return undefined
  const state = bootstrap['$flagsState'] as WireFlags | null | undefined
  const flags: WireFlags = Object.create(null)
  for (const key of Object.keys(bootstrap)) {
    if (key.startsWith('$')) continue
    // Whatever else it is: what is spread has none of a flag's fields then.
    flags[key] = { version: 0, ...state?.[key], value: bootstrap[key] }
  }
  return flags
}

/** Returns a function that reads one flag of a bootstrap, without a client. */
export function bootstrapReader(bootstrap: unknown): (key: string) => Flag | undefined {
  let flags: WireFlags | undefined
  return (key) => readFlag((flags ??= readBootstrap(bootstrap) ?? {})[key])
}
