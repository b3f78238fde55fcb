import type { WatchedFile } from '../files/watchedFile.ts'
import { changedKeys, changedSegments } from './changedKeys.ts'
import type { Environment } from './environment.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import type { FlagsFile } from './flagsFile.ts'
import { lazyEngine } from './lazyEngine.ts'

export interface LiveEnvironment extends Environment {
  readonly engine: FlagEngine
}

/** The flags in force, by client-side id. */
export interface FlagsNow {
  readonly file: FlagsFile
  readonly environments: ReadonlyMap<string, LiveEnvironment>
  /**
   * Grows with every change of the file. It is the version of every flag on the wire, because a flag's result can change (by
   * a segment or a prerequisite) without its own version changing, and clients ignore what is not newer.
   */
  readonly version: number
}

export interface FlagStore {
  now(): FlagsNow
  /**
   * Flags of an environment whose results may be others than they were at that version; `undefined` when all may be, or it is
   * too long ago.
   */
  changedSince(version: number, environment: string): ReadonlySet<string> | undefined
  /** Resolves when what was read last is in force. */
  settled(): Promise<void>
  /** Called when other flags are in force. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Changes that are remembered: whoever is further behind is told everything. */
const MAX_STEPS = 100

/** One change of the file. */
interface Step {
  readonly from: number
  /** By client-side id; without one, everything there may have changed. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>
}

export function flagStore(source: WatchedFile<FlagsFile>): FlagStore {
  const listeners = new Set<() => void>()
  let now: FlagsNow = take(source.value(), 0)
  let taking: Promise<void> | undefined
  let isClosed = false
  let steps: readonly Step[] = []

  function follow(): Promise<void> {
    taking ??= takeAll()
    return taking
  }

  async function takeAll(): Promise<void> {
    // Not at once: whoever began has to know that it goes on.
    await Promise.resolve()
    while (!isClosed && now.file !== source.value()) {
      const before = now
      now = take(source.value(), before.version)
      steps = [...steps.slice(1 - MAX_STEPS), stepBetween(before, now)]
      release(before)
      for (const listener of [...listeners]) listener()
    }
    // In the same breath as the last look at what there is: nothing new is missed.
    taking = undefined
    if (isClosed) release(now)
  }

  const unsubscribe = source.subscribe(() => void follow())

  return {
    now: () => now,
    settled: follow,
    changedSince(version, environment) {
      const first = steps.findIndex(({ from }) => from === version)
      const sets = first < 0 ? [undefined] : steps.slice(first).map(({ changed }) => changed.get(environment))
      return sets.includes(undefined) ? undefined : new Set(sets.flatMap((keys) => [...(keys ?? [])]))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      unsubscribe()
      release(now)
    },
  }
}

function take(file: FlagsFile, lastVersion: number): FlagsNow {
  const environments = new Map<string, LiveEnvironment>()
  for (const [id, environment] of file.environments)
    environments.set(id, { ...environment, engine: lazyEngine(() => flagEngine(environment, file.segments)) })
  // From the clock, so that versions go on growing when the process is started again under an open page.
  return { file, environments, version: Math.max(Date.now(), lastVersion + 1) }
}

function stepBetween(before: FlagsNow, now: FlagsNow): Step {
  const segments = changedSegments(before.file.segments, now.file.segments)
  const changed = new Map<string, ReadonlySet<string>>()
  for (const [id, { flags }] of now.file.environments) {
    const old = before.file.environments.get(id)
    if (old !== undefined) changed.set(id, changedKeys(old.flags, flags, segments))
  }
  return { from: before.version, changed }
}

function release({ environments }: FlagsNow): void {
  for (const { engine } of environments.values()) engine.close()
}
