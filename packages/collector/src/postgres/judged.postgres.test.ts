import { describe, test } from 'vitest'
import type { EventStore } from '../store/store.ts'
import { testPeople, testReader, testSink } from '../testing.ts'
import { keptByAll } from '../testing/keptByAll.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open } = postgresForTests()

const schemaOf = new WeakMap<EventStore, string>()

async function openIn(schema: string): Promise<EventStore> {
  const store = await open({ schema })
  schemaOf.set(store, schema)
  return store
}

const create = () => openIn(freshSchema())
const createPlace = () => {
  const schema = freshSchema()
  return (choice = {}) => open({ schema, ...choice })
}
const again = (store: EventStore) => openIn(schemaOf.get(store) ?? '')

describe.each([
  ['a sink', testSink(create, { createMore: again, reopen: again })],
  ['a reader', testReader(create, { createMore: again, reopen: again })],
  ['people', testPeople(create, { createMore: again, reopen: again })],
  ['a place of several openers', keptByAll(createPlace)],
])('PostgreSQL as %s', (_, checks) => {
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})
