import { describe, expect, test } from 'vitest'
import { MAX_ROWS, withArrived, withLives, withOlder, type EventRow } from './eventRows.ts'

const stored = (id: string, at = 1) => ({
  event: { id, name: 'n', at, url: '', properties: {}, identity: {} },
  app: { name: '' },
  receivedAt: at + 1,
})
const row = (id: string, at = 1): EventRow => ({ id, stored: stored(id, at), life: undefined })
const life = (id: string, at = 1) => ({ id, copies: 0, steps: [{ step: 'happened', at } as const] })
const ids = (rows: readonly EventRow[]) => rows.map(({ id }) => id)

describe('withArrived', () => {
  test('puts new events on top, and returns which ones are new', () => {
    const { rows, added } = withArrived([row('b'), row('a')], [stored('c'), stored('b')])
    expect(ids(rows)).toEqual(['c', 'b', 'a'])
    expect([...added]).toEqual(['c'])
  })

  test('completes the row of an event that a page reported, in its place', () => {
    const before = withLives([row('a')], [life('held', 5)])
    const { rows, added } = withArrived(before, [stored('held', 5)])
    expect(ids(rows)).toEqual(['held', 'a'])
    expect(rows[0]).toMatchObject({ stored: { receivedAt: 6 }, life: { id: 'held' } })
    expect(added.size).toBe(0)
  })

  test('does not change rows without a report', () => {
    const before = [row('a')]
    expect(withArrived(before, [stored('b')]).rows[1]).toBe(before[0])
    expect(withLives(before, [life('b')])[1]).toBe(before[0])
  })

  test('puts an event that arrives late at its time, and moves one whose time becomes known', () => {
    expect(ids(withArrived([row('c', 9), row('a', 2)], [stored('b', 5)]).rows)).toEqual(['c', 'b', 'a'])
    // A load event is reported when its user is known, and has the time at which the page began.
    const before = withLives([row('b', 5)], [life('load', 7)])
    expect(ids(before)).toEqual(['load', 'b'])
    expect(ids(withArrived(before, [stored('load', 3)]).rows)).toEqual(['b', 'load'])
  })

  test('keeps a bounded number of rows, the newest', () => {
    const many = Array.from({ length: MAX_ROWS }, (_, index) => row(String(index)))
    const { rows } = withArrived(many, [stored('new')])
    expect(rows).toHaveLength(MAX_ROWS)
    expect(rows[0]?.id).toBe('new')
  })
})

test('withOlder appends older rows without duplicates', () => {
  expect(ids(withOlder([row('c'), row('b')], [stored('b'), stored('a')]))).toEqual(['c', 'b', 'a'])
  expect(ids(withOlder([row('c', 9)], [stored('a', 1), stored('b', 4)]))).toEqual(['c', 'b', 'a'])
})

describe('withLives', () => {
  test('puts undelivered events at the position of their time', () => {
    expect(ids(withLives([row('d', 9), row('a', 2)], [life('b', 4), life('c', 5), life('e', 10)]))).toEqual([
      'e',
      'd',
      'c',
      'b',
      'a',
    ])
  })

  test('adds no row for copies of an event that is not shown', () => {
    expect(withLives([], [{ id: 'old', copies: 3, steps: [] }])).toEqual([])
  })
})
