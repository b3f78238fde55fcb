import { sameJson } from '../core/lib/sameJson.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import { readFlag, valueOf, type WireFlag, type WireFlags } from './readFlag.ts'

/** A flag that was asked for, and what the next summary says of it. Replaced, never changed, when the flag is. */
export interface Cell {
  readonly key: string
  readonly flag: Flag | undefined
  /** How often it was evaluated since the last summary. */
  count: number
  /** The fallback of the first evaluation since then. */
  fallback: Json | undefined
}

/** By key: the value that holds now, and the one before it. Absent where there is, or was, no such flag. */
export type Changes = Record<string, { current: Json | undefined; previous: Json | undefined }>

export interface FlagStore {
  /** Made when a key is first asked for, so that flags nobody reads cost nothing. */
  cell(key: string): Cell
  /** All values by key: the same object until one changes. */
  values(): Readonly<Record<string, Json>>
  /** The flags as they came: for the cache. */
  wire(): WireFlags
  replace(flags: WireFlags): Changes
  /** One newer version of one flag. Its cost does not depend on the number of flags. */
  patch(key: string, flag: WireFlag): Changes
}

/** How many keys that do not exist are remembered between two summaries. */
const MAX_UNKNOWN_KEYS = 1000

export function createFlagStore(): FlagStore {
  let flags: WireFlags = Object.create(null)
  let values: Record<string, Json> | undefined
  const cells = new Map<string, Cell>()
  let unknownKeys = 0

  /** Keeps the reference of a value that is equal, and notes one that is not. */
  function note(key: string, before: WireFlag | undefined, after: WireFlag | undefined, changes: Changes) {
    const previous = valueOf(before)
    const current = valueOf(after)
    if (!sameJson(current, previous)) {
      changes[key] = { current, previous }
      values = undefined
    } else if (after) after['value'] = previous
  }

  function forgetUnknown() {
    unknownKeys = 0
    for (const [key, { flag }] of cells) if (!flag) cells.delete(key)
  }

  return {
    cell(key) {
      const known = cells.get(key)
      if (known) return known
      const cell: Cell = { key, flag: readFlag(flags[key]), count: 0, fallback: undefined }
      if (!cell.flag && (unknownKeys += 1) > MAX_UNKNOWN_KEYS) forgetUnknown()
      cells.set(key, cell)
      return cell
    },
    values: () => (values ??= valuesOf(flags)),
    wire: () => flags,
    replace(next) {
      const before = flags
      const changes: Changes = Object.create(null)
      flags = next
      cells.clear()
      for (const key in next) note(key, before[key], next[key], changes)
      for (const key in before) if (!next[key]) note(key, before[key], undefined, changes)
      return changes
    },
    patch(key, flag) {
      const before = flags[key]
      const changes: Changes = Object.create(null)
      // A flag without a version, as some development servers send it, is always the newest.
      if (before && Number(flag['version']) <= Number(before['version'])) return changes
      flags[key] = flag
      cells.delete(key)
      note(key, before, flag, changes)
      return changes
    },
  }
}

function valuesOf(flags: WireFlags): Record<string, Json> {
  const values: [string, Json][] = []
  for (const key in flags) {
    const value = valueOf(flags[key])
    if (value !== undefined) values.push([key, value])
  }
  return Object.fromEntries(values)
}
