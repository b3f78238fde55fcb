import { describe, expect, test } from 'vitest'
import type { LifeStep, LifeStepName } from '../../../src/protocol/eventLife.ts'
import type { EventRow } from '../feed/eventRows.ts'
import { eventFacts, eventPoints, waitedFor } from './eventSeries.ts'

const T = 1_000_000_000
/** `step@destination`, at so many seconds. */
function row(...told: readonly (readonly [text: string, second: number])[]): EventRow {
  const steps = told.map(([text, second]): LifeStep => {
    const [step, destination] = text.split('@')
    return { step: step as LifeStepName, at: T + second * 1000, ...(destination !== undefined && { destination }) }
  })
  return { id: 'a', stored: undefined, life: { id: 'a', copies: 0, steps } }
}
const points = (rows: readonly EventRow[], stretch = { until: T + 5000, seconds: 5, step: 1 }) =>
  eventPoints(
    rows.map((one) => eventFacts(one)),
    stretch,
  )

const twice = row(
  ['happened', 1],
  ['sent@collector', 2],
  ['sent@heap', 2],
  ['acknowledged@heap', 3],
  ['sent@collector', 4],
)

describe('eventPoints', () => {
  test('counts an event once, when it happened, by what has become of it', () => {
    const given = row(['happened', 2], ['dropped', 3])
    expect(points([twice, given]).map(({ rates }) => [rates.arrived, rates.waiting, rates.dropped])).toEqual([
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  test('counts attempts after the first one, and what was dropped, when they were', () => {
    const given = row(['happened', 2], ['dropped', 3])
    expect(points([twice, given]).map(({ again, dropped }) => [again, dropped])).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 0],
    ])
  })

  test('tells what was refused from what was dropped', () => {
    const refused = row(['happened', 2], ['dropped@collector', 3])
    const steps = refused.life?.steps.map((step) => ({ ...step, reason: 'refused' })) ?? []
    const [, , , third] = points([{ ...refused, life: { id: 'a', copies: 0, steps } }])
    expect(points([{ ...refused, life: { id: 'a', copies: 0, steps } }])[1]?.rates).toMatchObject({ refused: 1 })
    expect(third).toMatchObject({ refused: 0, dropped: 0 })
  })

  test('an event waits only as long as its page was heard: what is left behind waits in no page', () => {
    const waitsOf = (endOf: () => number) =>
      eventPoints(
        [eventFacts(row(['happened', 1], ['sent@heap', 1]))],
        { until: T + 5000, seconds: 5, step: 1 },
        endOf,
      ).map(({ waiting }) => waiting['heap'] ?? 0)
    expect(waitsOf(() => Infinity)).toEqual([1, 1, 1, 1, 1])
    expect(waitsOf(() => T + 3500)).toEqual([1, 1, 0, 0, 0])
    // Nothing is known of the page but its last report.
    expect(waitsOf(() => 0)).toEqual([0, 0, 0, 0, 0])
  })

  test('counts what waits for each destination from the first attempt until it is taken', () => {
    const all = points([twice])
    expect(all.map(({ waiting }) => [waiting['collector'] ?? 0, waiting['heap'] ?? 0])).toEqual([
      [0, 0],
      [1, 1],
      [1, 0],
      [1, 0],
      [1, 0],
    ])
    expect(waitedFor(all)).toEqual(['collector', 'heap'])
  })

  test('counts an event that was not sent yet as waiting', () => {
    expect(points([row(['happened', 4], ['stored', 4])]).map(({ waiting }) => waiting)).toEqual([
      {},
      {},
      {},
      { 'not sent yet': 1 },
      { 'not sent yet': 1 },
    ])
  })

  test('is per second, however long a step is, and leaves out other times', () => {
    const rows = [row(['happened', 1]), row(['happened', 4]), row(['happened', 99])]
    const [, last] = points(rows, { until: T + 9999, seconds: 10, step: 5 })
    expect([last?.at, points(rows, { until: T + 4999, seconds: 5, step: 5 })[0]?.rates.waiting]).toEqual([
      T + 5000,
      0.4,
    ])
  })
})
