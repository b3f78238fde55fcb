import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { sqliteStore } from './sqlite.ts'
import type { EventStore } from './store/store.ts'
import { testPeople, testReader, testSink } from './testing.ts'

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

const create = () => open(join(folder, `${++count}.db`))
const again = (store: EventStore) => open(fileOf.get(store) ?? '')

describe.each([
  ['a sink', testSink(create, { createMore: again, reopen: again })],
  ['a reader', testReader(create, { createMore: again, reopen: again })],
  ['people', testPeople(create, { createMore: again, reopen: again })],
])('SQLite as %s', (_, checks) => {
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})
