import type { WatchedFile } from '../files/watchedFile.ts'
import { createFlagEngine, type FlagEngine } from './flagEngine.ts'
import type { Environment, FlagsFile } from './flagsFile.ts'

export interface LiveEnvironment extends Environment {
  readonly engine: FlagEngine
}

/** The flags in use, by client-side id. */
export interface FlagsSnapshot {
  readonly file: FlagsFile
  readonly environments: ReadonlyMap<string, LiveEnvironment>
  /**
   * Increases with every change of the file. It is the version of every flag in the protocol, because a flag's result can
   * change (through a segment or a prerequisite) without its own version changing, and clients ignore a flag that is not newer.
   */
  readonly version: number
}

export interface FlagStore {
  now(): FlagsSnapshot
  /** Calls `listener` when the flags in use have changed. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** The flags of a file. New content is in use as soon as the file has it. */
export function createFlagStore(file: WatchedFile<FlagsFile>): FlagStore {
  const listeners = new Set<() => void>()
  let now = flagsSnapshot(file.value(), 0)

  const unsubscribe = file.subscribe(() => {
    // The file also reports when it becomes invalid, while its last valid content stays in use.
    if (file.value() === now.file) return
    const before = now
    now = flagsSnapshot(file.value(), before.version)
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

function flagsSnapshot(file: FlagsFile, lastVersion: number): FlagsSnapshot {
  const environments = new Map<string, LiveEnvironment>()
  for (const [id, environment] of file.environments)
    environments.set(id, { ...environment, engine: createFlagEngine(environment, file.segments) })
  // Based on the clock, so that versions keep increasing when the services restart while a page is open.
  return { file, environments, version: Math.max(Date.now(), lastVersion + 1) }
}

function closeEngines({ environments }: FlagsSnapshot): void {
  for (const { engine } of environments.values()) engine.close()
}
