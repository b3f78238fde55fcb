import { isDeepStrictEqual } from 'node:util'
import type { ConsoleChange } from './consoleChange.ts'
import type { FlagsSnapshot, FlagStore } from '../flags/flagStore.ts'
import type { ServerFlag } from '../flags/serverFlag.ts'
import { ofRecord } from '../json/isRecord.ts'

/** The author of a change. */
export interface Author {
  readonly key: string
  readonly who: 'console' | 'undo'
  readonly undoes?: number
}

/** The flag changes since the start, by the console or in the file. The oldest are dropped. */
export interface FlagHistory {
  /** The newest first. */
  changes(): readonly ConsoleChange[]
  /** Attributes changes of the flag to `author` until `work` is done. */
  during<T>(author: Author, work: () => Promise<T>): Promise<T>
  close(): void
}

const MAX_CHANGES = 200

type Flags = ReadonlyMap<string, Readonly<Record<string, ServerFlag>>>

export function createFlagHistory(store: FlagStore): FlagHistory {
  let changes: readonly Omit<ConsoleChange, 'canUndo'>[] = []
  let known = flagsOf(store.now())
  let author: Author | undefined
  let lastId = 0

  const unsubscribe = store.subscribe(() => {
    const now = flagsOf(store.now())
    for (const { environment, key, before, after } of differences(known, now)) {
      const mine = author?.key === key ? author : undefined
      const change = {
        id: ++lastId,
        at: Date.now(),
        who: mine?.who ?? 'file',
        environment,
        key,
        ...(before && { before }),
        ...(after && { after }),
        ...(mine?.undoes !== undefined && { undoes: mine.undoes }),
      } as const
      changes = [change, ...changes].slice(0, MAX_CHANGES)
    }
    known = now
  })

  return {
    changes: () =>
      changes.map((change) => {
        const now = ofRecord(known.get(change.environment), change.key)
        return { ...change, canUndo: known.has(change.environment) && isSameFlag(now, change.after) }
      }),
    async during(mine, work) {
      author = mine
      try {
        return await work()
      } finally {
        author = undefined
      }
    },
    close: unsubscribe,
  }
}

/** Whether two flags behave the same: the version only counts changes. */
export function isSameFlag(one: ServerFlag | undefined, other: ServerFlag | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return isDeepStrictEqual({ ...one, version: 0 }, { ...other, version: 0 })
}

function flagsOf({ file }: FlagsSnapshot): Flags {
  return new Map([...file.environments].map(([id, { flags }]) => [id, flags]))
}

function differences(before: Flags, now: Flags) {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((environment) => {
    const [old, fresh] = [before.get(environment) ?? {}, now.get(environment) ?? {}]
    const keys = new Set([...Object.keys(old), ...Object.keys(fresh)])
    return [...keys].flatMap((key) => {
      const pair = { environment, key, before: ofRecord(old, key), after: ofRecord(fresh, key) }
      return isSameFlag(pair.before, pair.after) ? [] : [pair]
    })
  })
}
