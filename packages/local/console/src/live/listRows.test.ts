import { describe, expect, test } from 'vitest'
import { dayText } from '../format/dayOf.ts'
import type { EventLine } from './eventLine.ts'
import { listRows } from './listRows.ts'

const NOW = new Date(2026, 10, 22, 9).getTime()
const line = (id: string, at: number) => ({ id, at }) as EventLine
const listOf = (times: readonly number[]) =>
  listRows(
    times.map((at, index) => line(String(index), at)),
    NOW,
  )
function rowsOf(...times: readonly number[]) {
  const rows = listOf(times)
  return Array.from({ length: rows.count }, (_, place) => rows.at(place)).map((row) =>
    row?.type === 'day' ? dayText(row.at, NOW) : row?.index,
  )
}

describe('listRows', () => {
  test('has no date if all events are from today', () => {
    expect(rowsOf(NOW, NOW - 1000)).toEqual([0, 1])
  })

  test('has a date where the day changes', () => {
    const day = 86_400_000
    expect(rowsOf(NOW, NOW - day, NOW - day - 1, 0)).toEqual([
      0,
      'Saturday 21 November 2026',
      1,
      2,
      'Thursday 1 January 1970',
      3,
    ])
  })

  test('has a date above the first event if that is not from today', () => {
    expect(rowsOf(new Date(2026, 10, 21, 23, 59).getTime())[0]).toBe('Saturday 21 November 2026')
  })

  test('has today’s date again below an event of an earlier day that arrived late', () => {
    expect(rowsOf(NOW, 0, NOW)).toEqual([0, 'Thursday 1 January 1970', 1, 'Today', 2])
  })

  test('shows an invalid time as a number', () => {
    expect(rowsOf(Infinity)).toEqual(['Infinity', 0])
  })

  test('tells the row of each event, below the dates above it', () => {
    const day = 86_400_000
    const rows = listOf([NOW, NOW - day, NOW - day - 1, 0, 0])
    const places = [0, 1, 2, 3, 4].map((index) => rows.rowOf(index))
    expect(places).toEqual([0, 2, 3, 5, 6])
    expect(places.map((place) => rows.at(place)?.id)).toEqual(['0', '1', '2', '3', '4'])
    expect([rows.at(-1), rows.at(7)]).toEqual([undefined, undefined])
  })
})
