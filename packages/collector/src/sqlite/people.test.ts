import { describe, test } from 'vitest'
import { testPeople, testReader } from '../testing.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'

const { create, again } = sqliteForTests()
const options = { createMore: again, reopen: again }

describe.each([
  ['a reader', testReader(create, options)],
  ['people', testPeople(create, options)],
])('SQLite as %s', (_, checks) => {
  test.each(checks)('$name', ({ run }) => run())
})
