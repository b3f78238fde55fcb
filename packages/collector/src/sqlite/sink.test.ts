import { describe, test } from 'vitest'
import { testSink } from '../testing.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'

const { create, again } = sqliteForTests()

describe('SQLite as a sink', () => {
  test.each(testSink(create, { createMore: again, reopen: again }))('$name', ({ run }) => run())
})
