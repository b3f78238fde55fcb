import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { sqliteStore } from '../sqlite.ts'
import type { EventStore } from '../store/store.ts'

/** Files of SQLite for the tests of a file, in a folder of their own. */
export interface SqliteForTests {
  /** A path in the folder. */
  path(...names: readonly string[]): string
  /** Opens the store of a path. */
  open(file: string): Promise<EventStore>
  /** Opens a store without events. */
  create(): Promise<EventStore>
  /** Opens the file of a store again. */
  again(store: EventStore): Promise<EventStore>
}

export function sqliteForTests(): SqliteForTests {
  let folder = ''
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'collector-sqlite-'))))
  afterAll(() => rm(folder, { recursive: true }))

  const fileOf = new WeakMap<EventStore, string>()
  let count = 0
  async function open(file: string): Promise<EventStore> {
    const store = await sqliteStore({ file })
    fileOf.set(store, file)
    return store
  }
  const path = (...names: readonly string[]) => join(folder, ...names)
  return {
    path,
    open,
    create: () => open(path(`${++count}.db`)),
    again: (store) => open(fileOf.get(store) ?? ''),
  }
}
