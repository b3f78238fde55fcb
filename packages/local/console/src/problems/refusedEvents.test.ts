import { expect, test } from 'vitest'
import type { EventRow } from '../feed/eventRows.ts'
import { eventFilter } from '../live/eventFilter.ts'
import { eventLine } from '../live/eventLine.ts'
import { refusedEvents } from './refusedEvents.ts'

const row = (id: string, app: string, ...refusers: readonly string[]): EventRow => ({
  id,
  stored: undefined,
  life: {
    ...{ id, app, copies: 0, destinations: ['collector', 'heap'] },
    steps: [
      { step: 'happened', at: 1 },
      ...refusers.map((destination) => ({ step: 'dropped', at: 2, destination, reason: 'refused' }) as const),
    ],
  },
})

const rows = [
  row('a', 'Rental Desk', 'collector'),
  row('b', 'Rental Desk', 'collector', 'heap'),
  row('c', 'Rental Desk', 'heap'),
  row('d', 'Rental Desk'),
  row('e', 'Shop', 'collector'),
]

test.each([
  ['Rental Desk', 'collector', ['a', 'b']],
  ['Rental Desk', 'heap', ['b', 'c']],
  ['Shop', 'collector', ['e']],
  ['Shop', 'heap', []],
])(
  'of %s, the events that %s has refused are counted, and are exactly those that their filter shows',
  (app, name, ids) => {
    const { count, filter } = refusedEvents({ chunks: [rows.slice(0, 2), rows.slice(2)], length: 5 }, app, name)
    expect(count).toBe(ids.length)
    const shows = eventFilter(filter)
    expect(rows.filter((one) => shows(eventLine(one, []))).map(({ id }) => id)).toEqual(ids)
  },
)
