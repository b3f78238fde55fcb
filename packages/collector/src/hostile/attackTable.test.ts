import { expect, it } from 'vitest'
import { attackTable } from './attackTable.ts'

const figures = { batches: 9, slowestMs: 1, slowestOperatorMs: 2, busyMs: 3, highestMegabytes: 100 }

it('has a row for each attack, also for those that were not run', () => {
  const results = [
    { kind: 'long names', store: 'SQLite', ...figures, problems: [] },
    { kind: 'no names', store: 'SQLite', ...figures, problems: ['A | B\nC'] },
  ]
  const notRun = [{ store: 'Kafka', kinds: ['long names', 'no names'], why: 'There is no broker.' }]
  expect(attackTable(results, notRun).split('\n').slice(2)).toEqual([
    '| long names | SQLite | 9 | 1 | 2 | 3 | 100 | green |',
    '| no names | SQLite | 9 | 1 | 2 | 3 | 100 | red: A / B |',
    '| long names | Kafka |  |  |  |  |  | not run: There is no broker. |',
    '| no names | Kafka |  |  |  |  |  | not run: There is no broker. |',
  ])
})
