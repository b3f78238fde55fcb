import type { WatchedFile } from '../files/watchedFile.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import type { FlagsFile } from './flagsFile.ts'

/** The flags in force and an engine that evaluates them. */
export interface FlagsNow {
  readonly file: FlagsFile
  readonly engine: FlagEngine
  /**
   * Grows with every change of the file. It is the version of every flag on the wire, because a flag's result can change (by
   * a segment or a prerequisite) without its own version changing, and clients ignore what is not newer.
   */
  readonly version: number
}

export interface FlagStore {
  now(): FlagsNow
  hasEnvironment(id: string): boolean
  /** Called when other flags are in force. */
  subscribe(listener: () => void): () => void
  close(): void
}

export async function flagStore(source: WatchedFile<FlagsFile>): Promise<FlagStore> {
  const listeners = new Set<() => void>()
  let now: FlagsNow = await take(source.value(), 0)
  let isTaking = false
  let isClosed = false

  async function follow(): Promise<void> {
    if (isTaking) return
    isTaking = true
    while (!isClosed && now.file !== source.value()) {
      const before = now
      now = await take(source.value(), before.version)
      before.engine.close()
      for (const listener of [...listeners]) listener()
    }
    isTaking = false
    if (isClosed) now.engine.close()
  }

  const unsubscribe = source.subscribe(() => void follow())

  return {
    now: () => now,
    hasEnvironment: (id) => Object.values(now.file.environments).includes(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      unsubscribe()
      now.engine.close()
    },
  }
}

async function take(file: FlagsFile, lastVersion: number): Promise<FlagsNow> {
  // From the clock, so that versions go on growing when the process is started again under an open page.
  return { file, engine: await flagEngine(file), version: Math.max(Date.now(), lastVersion + 1) }
}
