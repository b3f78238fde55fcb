import { expect, test } from 'vitest'
import { tableOf } from './tableOf.mjs'

test.each([
  ['nothing has no rows', [], ''],
  [
    'a column is as wide as its longest cell',
    [
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ],
    'a    bb  c\naaa  b',
  ],
])('in a table, %s', (_, rows, text) => expect(tableOf(rows)).toBe(text))
