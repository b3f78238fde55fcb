import { expect, test } from 'vitest'
import type { Batch, Evidence, LossReport, Tracked } from './evidence.ts'
import { judge } from './judge.ts'
import type { Kind } from './kinds.ts'

const nothing = { stored: 0, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0 }
const batch = (pages: Batch['pages'], isPassed = true): Batch => ({
  ...{ sender: 'p1', page: 'id', pages, events: [], isPassed },
})
const tracked = (n: number, ...planted: Kind[]): Tracked => ({ sender: 'p1', n, planted: new Set(planted) })

/** What is wrong with a page that has tracked two events, the first of which is stored. */
function wrong(second: Tracked, seen: { batches: readonly Batch[]; loss: LossReport; stored?: readonly number[] }) {
  const { batches, loss, stored = [1] } = seen
  const evidence: Evidence = {
    ...{ ids: new Map([['p1', 'id']]), tracked: [tracked(1), second], batches, loss },
    stored: stored.map((n) => ({ page: 'id', n })),
  }
  return judge(evidence).violations.map(({ kind }) => kind)
}

const report = (sums: Partial<LossReport>, missing?: string): LossReport => ({
  ...{ ...nothing, stored: 1, ...sums },
  pages: missing ? [{ ...nothing, stored: 1, ...sums, page: 'id', missing }] : [],
})
const acknowledged = [batch({ id: { last: 2, delivered: '1-2' } })]
const unexplained = report({ unexplained: 1 }, '2')

test('an event that was acknowledged and is not stored is unexplained, and must have been lost on purpose', () => {
  expect(wrong(tracked(2, 'a proxy drops a batch'), { batches: acknowledged, loss: unexplained })).toEqual([])
  expect(wrong(tracked(2), { batches: acknowledged, loss: unexplained })).toEqual(['lost without a reason to be lost'])
  expect(wrong(tracked(2, 'a step filters events'), { batches: acknowledged, loss: unexplained })).toEqual([
    'in another class',
  ])
  expect(wrong(tracked(2, 'a batch is stored twice'), { batches: acknowledged, loss: unexplained })).toEqual([
    'in another class',
  ])
})

test('a meter that says something else than the guide has other sums', () => {
  const planted = tracked(2, 'a proxy drops a batch')
  const outstanding = report({ outstanding: 1 }, '2')
  expect(wrong(planted, { batches: acknowledged, loss: outstanding })).toEqual(['other sums', 'other sums'])
  expect(wrong(planted, { batches: acknowledged, loss: report({ unexplained: 1 }, '1') })).toEqual([
    'other sums',
    'called lost, and stored',
  ])
})

test('a number above the highest that the collector knows is counted apart, if the event was lost on purpose', () => {
  const batches = [batch({ id: { last: 1 } })]
  expect(wrong(tracked(2, 'the storage is deleted'), { batches, loss: report({}) })).toEqual([])
  expect(wrong(tracked(2), { batches, loss: report({}) })).toEqual(['lost without a reason to be lost'])
})

test('an event is outstanding if the batch that would have told its class was dropped, and not otherwise', () => {
  const told = { id: { last: 2, filtered: '2' } }
  const planted = tracked(2, 'a step filters events')
  const batches = [batch({ id: { last: 2 } })]
  const loss = report({ outstanding: 1 }, '2')
  expect(wrong(planted, { batches, loss })).toEqual(['in another class'])
  expect(wrong(planted, { batches: [...batches, batch(told, false)], loss })).toEqual([])
})

test('an event is stored once', () => {
  const loss = report({ stored: 2 })
  expect(wrong(tracked(2), { batches: acknowledged, loss, stored: [1, 2] })).toEqual([])
  expect(wrong(tracked(2), { batches: acknowledged, loss, stored: [1, 2, 2] })).toEqual(['stored twice'])
})
