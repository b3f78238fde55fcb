import { describe, expect, test } from 'vitest'
import { barText, eachText, eventBars, spanText } from './eventBars.ts'
import type { LifeLine, LifeStage } from './lifeLine.ts'

const NOW = new Date(2026, 10, 22, 9, 30).getTime()
const NONE = { arrived: 0, 'taken elsewhere': 0, 'passed on': 0, waiting: 0, refused: 0, dropped: 0 }

const line = (at: number, stage: LifeStage = 'acknowledged') => ({ at, life: { stage } as LifeLine })
const countsOf = (lines: readonly ReturnType<typeof line>[], now = NOW) =>
  eventBars([lines], now)?.bars.filter(({ total }) => total > 0)

describe('eventBars', () => {
  test('counts each event once, in the second in which it happened', () => {
    expect(countsOf([line(NOW - 1, 'sent'), line(NOW - 900), line(NOW - 1000), line(NOW - 1001)])).toEqual([
      { from: NOW - 2000, to: NOW - 1000, counts: { ...NONE, arrived: 1 }, total: 1 },
      { from: NOW - 1000, to: NOW, counts: { ...NONE, arrived: 2, waiting: 1 }, total: 3 },
    ])
  })

  test.each<[LifeStage, string]>([
    ['happened', 'waiting'],
    ['pending', 'waiting'],
    ['completed', 'waiting'],
    ['stored', 'waiting'],
    ['sent', 'waiting'],
    ['acknowledged', 'arrived'],
    ['elsewhere', 'taken elsewhere'],
    ['passed on', 'passed on'],
    ['collected', 'arrived'],
    ['refused', 'refused'],
    ['dropped', 'dropped'],
    ['no destination', 'dropped'],
  ])('counts an event that is %s as %s', (stage, state) => {
    expect(countsOf([line(NOW - 1, stage)])?.[0]?.counts).toMatchObject({ [state]: 1 })
  })

  test.each([
    [0, 'per second'],
    [58_000, 'per second'],
    [61_000, 'per 10 s'],
    [601_000, 'per minute'],
    [3_700_000, 'per 24 min'],
    [90_000_000, undefined],
  ])('shows the newest event, which happened %i ms ago, %s', (ms, each) => {
    const bars = eventBars([[line(NOW - 1 - ms)]], NOW)
    expect(bars && eachText(bars)).toBe(each)
  })

  test('has no bars without events, and leaves out those of a clock that is ahead or shows no time', () => {
    expect(eventBars([[], []], NOW)).toBeUndefined()
    expect(eventBars([[line(NOW + 90_000_000)]], NOW)).toBeUndefined()
    expect(countsOf([line(Infinity), line(NOW + 5000), line(NOW - 1)])?.map(({ total }) => total)).toEqual([1])
  })

  test('counts the events of all parts of the list', () => {
    const parts = [[line(NOW + 5000)], [line(NOW - 1), line(NOW - 900)], [], [line(NOW - 950), line(NOW - 1001)]]
    const bars = eventBars(parts, NOW)?.bars.filter(({ total }) => total > 0)
    expect(bars?.map(({ total }) => total)).toEqual([1, 3])
    const minutesAgo = [[line(NOW - 120_001)], [line(NOW - 129_999), line(NOW - 130_000), line(NOW - 130_001)]]
    expect(eventBars(minutesAgo, NOW)?.bars.flatMap(({ total }) => (total > 0 ? total : []))).toEqual([1, 3])
  })

  test('keeps its bars while a second passes', () => {
    expect(countsOf([line(NOW - 1)], NOW + 999)).toEqual(countsOf([line(NOW - 1)], NOW))
  })
})

test('a bar is described by its time and by what it counts', () => {
  const bar = { from: NOW, to: NOW + 1000, counts: { ...NONE, arrived: 1200, refused: 1 }, total: 1201 }
  expect(barText(bar)).toBe('09:30:00: 1,200 arrived, 1 refused')
  expect(barText({ ...bar, counts: NONE })).toBe('09:30:00: 0 events')
  expect(spanText({ from: NOW, to: NOW + 10_000 })).toBe('09:30:00 – 09:30:10')
})
