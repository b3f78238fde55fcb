import { sameJson } from '../core/lib/sameJson.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/clock.ts'
import { createAllValues } from './allValues.ts'
import { isNewer, readFlag, valueOf, type WireFlag, type WireFlags } from './readFlag.ts'

/** A flag that was asked for, and what the next summary says of it. Replaced, never changed, when the flag is. */
export interface Cell {
  readonly key: string
  readonly flag: Flag | undefined
  /** Nothing but a count is to be recorded of an evaluation. */
  readonly isPlain: boolean
  /** How often it was evaluated since the last summary. */
  count: number
  /** The fallback of the first evaluation since then. */
  fallback: unknown
}

/** By key: the value that holds now, and the one before it. Absent where there is, or was, no such flag. */
export type Changes = Record<string, { current: Json | undefined; previous: Json | undefined }>

export interface FlagStore {
  /** Made when a key is first asked for, so that flags nobody reads cost nothing. */
  cell(key: string): Cell
  /** All values by key: the same object until one changes, and never changed itself. */
  values(): Readonly<Record<string, Json>>
  /** The flags as they came: for the cache. */
  wire(): WireFlags
  /** Without a listener the first flags are no changes: that spares their comparison. */
  replace(flags: WireFlags, hasListener: boolean | undefined): Changes
  /** One newer version of one flag. Its cost does not depend on the number of flags. */
  patch(key: string, flag: WireFlag): Changes
  /** Values that hold whatever the service says; no flag ends it. */
  override(key: string, flag: WireFlag | undefined): Changes
  overrides(): WireFlags
  stop(): void
}

/** How many keys that do not exist are remembered at a time. */
const MAX_UNKNOWN_KEYS = 1000

const bare = <T>(): Record<string, T> => Object.create(null)

export function createFlagStore(clock: Clock): FlagStore {
  const cells = new Map<string, Cell>()
  const overrides: WireFlags = bare()
  let flags: WireFlags = bare()
  let unknownKeys = 0

  const visible = (key: string) => overrides[key] ?? flags[key]
  const values = createAllValues(clock, () => (Object.keys(overrides)[0] ? { ...flags, ...overrides } : flags))

  function change(key: string, [before, after]: readonly (WireFlag | undefined)[], changes: Changes): Changes {
    const previous = valueOf(before)
    const current = valueOf(after)
    cells.delete(key)
    if (!sameJson(current, previous)) {
      changes[key] = { current, previous }
      values.change(key, current)
    } else if (after && current !== undefined) after['value'] = previous // equal: the known reference is kept
    return changes
  }

  return {
    cell(key) {
      const known = cells.get(key)
      if (known) return known
      const flag = readFlag(visible(key))
      if (!flag && (unknownKeys += 1) > MAX_UNKNOWN_KEYS) {
        unknownKeys = 0
        for (const [name, cell] of cells) if (!cell.flag) cells.delete(name)
      }
      const isPlain = !flag?.trackEvents && !flag?.debugEventsUntilDate && !flag?.prerequisites?.length
      const cell: Cell = { key, flag, isPlain, count: 0, fallback: undefined }
      cells.set(key, cell)
      return cell
    },
    values: values.get,
    wire: () => flags,
    replace(next, hasListener) {
      const before = flags
      const changes: Changes = bare()
      flags = next
      cells.clear()
      const isFirst = !Object.keys(before)[0]
      if (!isFirst || hasListener) {
        for (const key in next) if (!overrides[key]) change(key, [before[key], next[key]], changes)
        for (const key in before) if (!overrides[key] && !next[key]) change(key, [before[key]], changes)
      }
      if (isFirst || Object.keys(changes)[0]) values.reset()
      return changes
    },
    patch(key, flag) {
      const before = flags[key]
      if (!isNewer(flag, before)) return bare()
      flags[key] = flag
      return overrides[key] ? bare() : change(key, [before, flag], bare())
    },
    override(key, flag) {
      const before = visible(key)
      if (flag) overrides[key] = flag
      else delete overrides[key]
      return change(key, [before, visible(key)], bare())
    },
    overrides: () => overrides,
    stop: values.stop,
  }
}
