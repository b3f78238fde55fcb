import type { WatchedFile } from '../files/watchedFile.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import type { Environment, FlagsFile } from './flagsFile.ts'

export interface LiveEnvironment extends Environment {
  readonly engine: FlagEngine
}

/** The flags in force, by client-side id. */
export interface FlagsNow {
  readonly file: FlagsFile
  readonly environments: ReadonlyMap<string, LiveEnvironment>
  /**
   * Grows with every change of the file. It is the version of every flag in the protocol, because a flag's result can change (by
   * a segment or a prerequisite) without its own version changing, and clients ignore a flag that is not newer.
   */
  readonly version: number
}

export interface FlagStore {
  now(): FlagsNow
  /** Calls `listener` when other flags are in force. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** The flags of a file. A new content is in force as soon as the file has it. */
export function flagStore(file: WatchedFile<FlagsFile>): FlagStore {
  const listeners = new Set<() => void>()
  let now = flagsNow(file.value(), 0)

  const unsubscribe = file.subscribe(() => {
    // The file also reports that it is broken, while its last valid content stays in force.
    if (file.value() === now.file) return
    const before = now
    now = flagsNow(file.value(), before.version)
    closeEngines(before)
    for (const listener of [...listeners]) listener()
  })

  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      unsubscribe()
      closeEngines(now)
    },
  }
}

function flagsNow(file: FlagsFile, lastVersion: number): FlagsNow {
  const environments = new Map<string, LiveEnvironment>()
  for (const [id, environment] of file.environments)
    environments.set(id, { ...environment, engine: flagEngine(environment, file.segments) })
  // From the clock, so that versions keep growing when the services are restarted while a page is open.
  return { file, environments, version: Math.max(Date.now(), lastVersion + 1) }
}

function closeEngines({ environments }: FlagsNow): void {
  for (const { engine } of environments.values()) engine.close()
}
