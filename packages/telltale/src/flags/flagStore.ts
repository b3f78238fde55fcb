import { copyJson, sameJson } from '../core/lib/json.ts'
import { type Flag, OVERRIDE } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/platform.ts'
import { createAllValues } from './allValues.ts'
import { isNewer, readFlag, valueOf, type WireFlag, type WireFlags } from './wireFlags.ts'

/** A flag that was read, with its counts for the next summary. When the flag changes, its entry is replaced. */
export interface CountedFlag {
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
  entry(key: string): CountedFlag
  /** All values by key. Returns the same object until a value changes, and never modifies it. */
  values(): Readonly<Record<string, Json>>
  /** Another number after each change of a flag, even if its value is the same. */
  revision(): number
  /** The flags as they were received, for the cache. */
  wire(): WireFlags
  /** Without a listener the first flags are not reported as changes, which saves their comparison. */
  replace(flags: WireFlags, hasListener: boolean | undefined): Changes
  /** Applies a newer version of one flag. Its cost does not depend on the number of flags. */
  patch(key: string, flag: WireFlag): Changes
  /** Calls `edit`, which may change what takes precedence over this flag. */
  update(key: string, edit: () => void): Changes
  /** The flag as the source has sent it. */
  served(key: string): Flag | undefined
  /** Puts a copy of this value in the place of that of the source, whatever it sends. `undefined`: no longer. */
  override(key: string, value: unknown): Changes
  stop(): void
}

/** The maximum number of unknown keys that are remembered at a time. */
const MAX_UNKNOWN_KEYS = 1000

const bare = <T>(): Record<string, T> => Object.create(null)

/** @param overrides what takes precedence over the service's flags. Only `update` changes it */
export function createFlagStore(clock: Clock, overrides: WireFlags = bare()): FlagStore {
  const entries = new Map<string, CountedFlag>()
  let flags: WireFlags = bare()
  let unknownKeys = 0
  let revision = 0

  const visible = (key: string, from = flags) => overrides[key] ?? from[key]
  const values = createAllValues(clock, () => (Object.keys(overrides)[0] ? { ...flags, ...overrides } : flags))

  function change(key: string, [before, after]: readonly (WireFlag | undefined)[], changes: Changes): Changes {
    const previous = valueOf(before)
    const current = valueOf(after)
    entries.delete(key)
    revision += 1
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
      const entry: CountedFlag = { key, flag, isPlain, count: 0, fallback: undefined }
      entries.set(key, entry)
      return entry
    },
    values: values.get,
    revision: () => revision,
    wire: () => flags,
    replace(next, hasListener) {
      const before = flags
      const changes: Changes = bare()
      flags = next
      entries.clear()
      revision += 1
      const isFirst = !Object.keys(before)[0]
      if (!isFirst || hasListener) {
        for (const key in { ...next, ...before }) change(key, [visible(key, before), visible(key, next)], changes)
      }
      if (isFirst || Object.keys(changes)[0]) values.reset()
      return changes
    },
    patch: (key, flag) => (isNewer(flag, flags[key]) ? update(key, () => (flags[key] = flag)) : bare()),
    update,
    served: (key) => readFlag(flags[key]),
    override: (key, value) =>
      update(key, () => {
        const own = copyJson(value)
        if (own === undefined) delete overrides[key]
        else overrides[key] = { value: own, version: 0, reason: OVERRIDE }
      }),
    stop: values.stop,
  }
}
