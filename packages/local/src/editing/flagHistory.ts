import { isDeepStrictEqual } from 'node:util'
import type { ConsoleChange } from '../console/consoleChange.ts'
import type { FlagsNow, FlagStore } from '../flags/flagStore.ts'
import type { ServerFlag } from '../flags/serverFlag.ts'
import { ofRecord } from '../json/isRecord.ts'

/** Whose doing a change of a flag is. */
export interface Author {
  readonly key: string
  readonly who: 'console' | 'undo'
  readonly undoes?: number
}

/** The changes of flags since the start, whoever made them. Bounded: the oldest is forgotten first. */
export interface FlagHistory {
  /** The newest first. */
  changes(): readonly ConsoleChange[]
  /** What changes of those flags until `work` is over is the authors'. */
  during<T>(authors: readonly Author[], work: () => Promise<T>): Promise<T>
  close(): void
}

const MAX_CHANGES = 200

type Flags = ReadonlyMap<string, Readonly<Record<string, ServerFlag>>>

export function flagHistory(store: FlagStore): FlagHistory {
  let changes: readonly Omit<ConsoleChange, 'canUndo'>[] = []
  let known = flagsOf(store.now())
  let { version } = store.now()
  let authors: readonly Author[] = []
  let lastId = 0

  const unsubscribe = store.subscribe(() => {
    const now = flagsOf(store.now())
    // Which flags may differ was found out before: of a large file, all of them would be compared again.
    const keysOf = (environment: string) => store.changedSince(version, environment)
    for (const { environment, key, before, after } of differences(known, now, keysOf)) {
      const mine = authors.find((author) => author.key === key)
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
    version = store.now().version
  })

  return {
    changes: () =>
      changes.map((change) => {
        const now = ofRecord(known.get(change.environment), change.key)
        return { ...change, canUndo: known.has(change.environment) && isSameFlag(now, change.after) }
      }),
    async during(mine, work) {
      authors = mine
      try {
        return await work()
      } finally {
        authors = []
      }
    },
    close: unsubscribe,
  }
}

/** Whether they do the same: a version only says how often a flag was changed. */
export function isSameFlag(one: ServerFlag | undefined, other: ServerFlag | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return isDeepStrictEqual({ ...one, version: 0 }, { ...other, version: 0 })
}

function flagsOf({ file }: FlagsNow): Flags {
  return new Map([...file.environments].map(([id, { flags }]) => [id, flags]))
}

/** `keysOf`: of an environment, the flags that may differ; `undefined` when all may. */
function differences(before: Flags, now: Flags, keysOf: (environment: string) => ReadonlySet<string> | undefined) {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((environment) => {
    const [old, fresh] = [before.get(environment) ?? {}, now.get(environment) ?? {}]
    const keys = keysOf(environment) ?? new Set([...Object.keys(old), ...Object.keys(fresh)])
    return [...keys].flatMap((key) => {
      const pair = { environment, key, before: ofRecord(old, key), after: ofRecord(fresh, key) }
      return isSameFlag(pair.before, pair.after) ? [] : [pair]
    })
  })
}
