import { expect, test } from 'vitest'
import { lossRows } from './lossRows.ts'

const none = { expected: 9, stored: 9, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0 }
const shown = (loss: Partial<typeof none> & { explained?: Record<string, number> }) =>
  lossRows({ ...none, ...loss }).map(({ name, count, kind }) => `${name} ${count} ${kind}`)

test('the meter has a row for each class, and no alarm if nothing is lost', () => {
  expect(shown({})).toEqual([
    'expected 9 sum',
    'stored 9 class',
    'explained 0 class',
    'on their way 0 class',
    'outstanding 0 class',
    'lost 0 class',
  ])
})

test('explained events are counted by reason, and those that were given up differ from those that were not wanted', () => {
  expect(shown({ explained: { filtered: 3, 'over-budget': 2, 'a-new-reason': 1 }, unexplained: 4 }).slice(2)).toEqual([
    'explained 6 class',
    'filtered 3 reason',
    'over-budget 2 dropped',
    'a-new-reason 1 reason',
    'on their way 0 class',
    'outstanding 0 class',
    'lost 4 alarm',
  ])
})
