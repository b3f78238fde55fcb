import { expect, test } from 'vitest'
import { spanOf, WINDOW } from './spanOf.ts'

const today = new Date(2026, 10, 20, 16)
const days = WINDOW.to - WINDOW.from + 1

test.each([
  { from: '2026-11-20', due: '2026-11-20', start: 21 / days, length: 1 / days },
  { from: '2026-11-13', due: '2026-11-22', start: 14 / days, length: 10 / days },
  { from: '2026-09-01', due: '2026-11-19', start: 0, length: 21 / days },
  { from: '2026-11-20', due: '2027-03-01', start: 21 / days, length: 15 / days },
  { from: '2026-08-01', due: '2026-09-01', start: 0, length: 0 },
])('spanOf returns the position of a rental from $from to $due', ({ from, due, start, length }) => {
  const span = spanOf({ from, due }, today)
  expect(span.start).toBeCloseTo(start)
  expect(span.length).toBeCloseTo(length)
})
