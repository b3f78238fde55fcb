import { expect, it } from 'vitest'
import type { TakenBatch } from './evidence.ts'
import { wrongNumbers } from './wrongNumbers.ts'

const events = (...numbers: number[]) => numbers.map((n) => ({ page: 'a', n, id: `id ${n}` }))
const batch = (told: TakenBatch['pages'][string], ...numbers: number[]): TakenBatch => ({
  pages: { a: told },
  events: events(...numbers),
})

it.each<[string, string[], TakenBatch[]]>([
  ['each number is stored', [], [batch({ last: 2 }, 1, 2), batch({ last: 3, delivered: '1-2' }, 3)]],
  ['a number is missing without a reason', ['a/2'], [batch({ last: 3 }, 1, 3)]],
  ['a number is missing for a reason', [], [batch({ last: 3, filtered: '2' }, 1, 3)]],
  ['a number is missing that is told as delivered', ['a/2'], [batch({ last: 3, delivered: '2' }, 1, 3)]],
  ['the latest numbers are missing', ['a/3', 'a/4'], [batch({ last: 4 }, 1, 2)]],
  ['a stored number is told as not stored', ['a/2'], [batch({ last: 2, 'not-stored': '2' }, 1, 2)]],
  ['a number that was refused is stored later', [], [batch({ last: 2, refused: '2' }, 1), batch({ last: 2 }, 2)]],
  ['a number is above the latest of its batch', ['a/2'], [batch({ last: 1 }, 1, 2)]],
  [
    'another page delivers the latest numbers',
    [],
    [batch({ last: 1 }, 1), { pages: { b: { last: 0 } }, events: events(2) }],
  ],
  ['a batch comes twice', [], [batch({ last: 1 }, 1), batch({ last: 1 }, 1)]],
  [
    'two events have one number',
    ['a/1'],
    [batch({ last: 1 }, 1), { pages: {}, events: [{ page: 'a', n: 1, id: 'other' }] }],
  ],
])('%s: %j', (_, names, batches) => {
  expect(wrongNumbers(batches).map(({ name }) => name)).toEqual(names)
})
