import { describe, expect, test } from 'vitest'
import {
  allRows,
  findRow,
  happenedAt,
  MAX_ROWS,
  NO_ROWS,
  withArrived,
  withLives,
  withOlder,
  type EventRow,
  type EventRows,
} from './eventRows.ts'

const stored = (id: string, at = 1) => ({
  event: { id, name: 'n', at, url: '', properties: {}, identity: {} },
  app: { name: '' },
  receivedAt: at + 1,
})
const row = (id: string, at = 1): EventRow => ({ id, stored: stored(id, at), life: undefined })
const life = (id: string, at = 1) => ({ id, copies: 0, steps: [{ step: 'happened', at } as const] })
const ids = (rows: EventRows) => allRows(rows).map(({ id }) => id)
const rowsOf = (...rows: readonly EventRow[]): EventRows => ({ chunks: [rows], length: rows.length })

describe('withArrived', () => {
  test('puts new events on top, and returns which ones are new', () => {
    const { rows, added } = withArrived(rowsOf(row('b'), row('a')), [stored('c'), stored('b')])
    expect(ids(rows)).toEqual(['c', 'b', 'a'])
    expect([...added]).toEqual(['c'])
  })

  test('completes the row of an event that a page reported, in its place', () => {
    const before = withLives(rowsOf(row('a')), [life('held', 5)])
    const { rows, added } = withArrived(before, [stored('held', 5)])
    expect(ids(rows)).toEqual(['held', 'a'])
    expect(findRow(rows, 'held')).toMatchObject({ stored: { receivedAt: 6 }, life: { id: 'held' } })
    expect(added.size).toBe(0)
  })

  test('does not change rows without a report', () => {
    const first = row('a')
    expect(findRow(withArrived(rowsOf(first), [stored('b')]).rows, 'a')).toBe(first)
    expect(findRow(withLives(rowsOf(first), [life('b')]), 'a')).toBe(first)
  })

  test('puts an event that arrives late at its time, and moves one whose time becomes known', () => {
    expect(ids(withArrived(rowsOf(row('c', 9), row('a', 2)), [stored('b', 5)]).rows)).toEqual(['c', 'b', 'a'])
    // A load event is reported when its user is known, and has the time at which the page began.
    const before = withLives(rowsOf(row('b', 5)), [life('load', 7)])
    expect(ids(before)).toEqual(['load', 'b'])
    expect(ids(withArrived(before, [stored('load', 3)]).rows)).toEqual(['b', 'load'])
  })

  test('keeps a bounded number of rows, the newest', () => {
    const many = Array.from({ length: MAX_ROWS }, (_, index) => row(String(index)))
    const { rows } = withArrived(rowsOf(...many), [stored('new')])
    expect(rows.length).toBe(MAX_ROWS)
    expect(ids(rows).length).toBe(MAX_ROWS)
    expect([ids(rows)[0], ids(rows).at(-1)]).toEqual(['new', String(MAX_ROWS - 2)])
  })
})

test('an event of a page whose clock is wrong stands where it happened', () => {
  const behind = { ...stored('c', 3 - 90_000), clockAheadMs: -90_000 }
  const { rows } = withArrived(rowsOf(row('d', 4), row('b', 2)), [behind])
  expect(ids(rows)).toEqual(['d', 'c', 'b'])
  const event = { ...stored('a').event, at: 90_005 }
  const ahead = { ...life('a', 5), event, clockAheadMs: 90_000 }
  expect(ids(withLives(rows, [ahead]))).toEqual(['a', 'd', 'c', 'b'])
})

test('withOlder appends older rows without duplicates', () => {
  expect(ids(withOlder(rowsOf(row('c'), row('b')), [stored('b'), stored('a')]))).toEqual(['c', 'b', 'a'])
  expect(ids(withOlder(rowsOf(row('c', 9)), [stored('a', 1), stored('b', 4)]))).toEqual(['c', 'b', 'a'])
})

describe('withLives', () => {
  test('puts undelivered events at the position of their time', () => {
    expect(ids(withLives(rowsOf(row('d', 9), row('a', 2)), [life('b', 4), life('c', 5), life('e', 10)]))).toEqual([
      'e',
      'd',
      'c',
      'b',
      'a',
    ])
  })

  test('adds no row for copies of an event that is not shown', () => {
    expect(withLives(NO_ROWS, [{ id: 'old', copies: 3, steps: [] }])).toEqual(NO_ROWS)
  })
})

describe('many rows', () => {
  /** What the same changes make of a plain list: everything is sorted each time. */
  function sorted(rows: readonly EventRow[]): readonly EventRow[] {
    return [...rows].sort((a, b) => happenedAt(b) - happenedAt(a))
  }
  function plain(rows: readonly EventRow[], kind: number, id: string, at: number): readonly EventRow[] {
    const known = rows.find((one) => one.id === id)
    const others = rows.filter((one) => one.id !== id)
    const put = (one: EventRow) =>
      known && happenedAt(one) === happenedAt(known)
        ? rows.map((old) => (old === known ? one : old))
        : sorted([one, ...others])
    if (kind === 0) return known?.stored ? rows : put({ id, stored: stored(id, at), life: known?.life })
    if (kind === 1) return put({ id, stored: known?.stored, life: life(id, at) })
    return known ? rows : sorted([...rows, { id, stored: stored(id, at), life: undefined }])
  }

  test('are those of a list that is sorted after each change', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    let [rows, list]: [EventRows, readonly EventRow[]] = [NO_ROWS, []]
    for (let step = 0; step < 4000; step++) {
      const [kind, id, at] = [random(3), `event ${random(3000)}`, random(2000)]
      if (kind === 0) ({ rows } = withArrived(rows, [stored(id, at)]))
      else rows = kind === 1 ? withLives(rows, [life(id, at)]) : withOlder(rows, [stored(id, at)])
      list = plain(list, kind, id, at)
      if (step % 200 === 0) expect(allRows(rows)).toEqual(list)
    }
    expect(allRows(rows)).toEqual(list)
    expect(rows.length).toBe(list.length)
    expect(rows.chunks.length).toBeGreaterThan(3)
  })

  test('keep all chunks but those that a change concerns', () => {
    const older = Array.from({ length: 5000 }, (_, index) => stored(`old ${index}`, 10_000 - index))
    const before = withOlder(NO_ROWS, older)
    const { rows } = withArrived(before, [stored('new', 20_000)])
    const isKept = (after: EventRows) => before.chunks.filter((chunk) => after.chunks.includes(chunk)).length
    expect(before.chunks.length).toBeGreaterThan(9)
    expect(isKept(rows)).toBe(before.chunks.length - 1)
    expect(isKept(withLives(before, [life('old 2500', 7500)]))).toBe(before.chunks.length - 1)
    expect(withOlder(before, older).chunks).toEqual(before.chunks)
  })
})
