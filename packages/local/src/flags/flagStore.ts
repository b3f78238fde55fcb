import type { WatchedFile } from '../files/watchedFile.ts'
import type { Environment } from './environment.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import type { FlagsFile } from './flagsFile.ts'

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
  /** Resolves when what was read last is in force. */
  settled(): Promise<void>
  /** Called when other flags are in force. */
  subscribe(listener: () => void): () => void
  close(): void
}

export async function flagStore(source: WatchedFile<FlagsFile>): Promise<FlagStore> {
  const listeners = new Set<() => void>()
  let now: FlagsNow = await take(source.value(), 0)
  let taking: Promise<void> | undefined
  let isClosed = false

  function follow(): Promise<void> {
    taking ??= takeAll()
    return taking
  }

  async function takeAll(): Promise<void> {
    // Not at once: whoever began has to know that it goes on.
    await Promise.resolve()
    while (!isClosed && now.file !== source.value()) {
      const before = now
      now = await take(source.value(), before.version)
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

async function take(file: FlagsFile, lastVersion: number): Promise<FlagsNow> {
  const environments = new Map<string, LiveEnvironment>()
  for (const [id, environment] of file.environments)
    environments.set(id, { ...environment, engine: await flagEngine(environment, file.segments) })
  // From the clock, so that versions go on growing when the process is started again under an open page.
  return { file, environments, version: Math.max(Date.now(), lastVersion + 1) }
}

function release({ environments }: FlagsNow): void {
  for (const { engine } of environments.values()) engine.close()
}
