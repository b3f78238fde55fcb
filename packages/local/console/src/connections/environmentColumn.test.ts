import { expect, test } from 'vitest'
import { environmentColumn } from './environmentColumn.ts'

test.each([
  [[], []],
  [['one'], []],
  [['one', 'one'], []],
  [['one', 'two'], ['Environment']],
])('rows of the environments %j have the columns %j', (environments, titles) => {
  const columns = environmentColumn(environments.map((environment) => ({ environment })))
  expect(columns.map(({ title }) => title)).toEqual(titles)
})
