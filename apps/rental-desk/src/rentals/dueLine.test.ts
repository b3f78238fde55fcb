import { expect, test } from 'vitest'
import { dueLine } from './dueLine.ts'

const today = new Date(2026, 10, 20, 16)

test.each([
  { status: 'reserved', from: '2026-11-20', due: '2026-11-24', line: 'goes out today' },
  { status: 'reserved', from: '2026-11-21', due: '2026-11-24', line: 'goes out tomorrow' },
  { status: 'reserved', from: '2026-11-23', due: '2026-11-24', line: 'goes out Mon, Nov 23' },
  { status: 'out', from: '2026-11-01', due: '2026-11-28', line: 'until Sat, Nov 28' },
  { status: 'out', from: '2026-11-01', due: '2026-11-20', line: 'back today' },
  { status: 'out', from: '2026-11-01', due: '2026-11-21', line: 'back tomorrow' },
  { status: 'out', from: '2026-11-01', due: '2026-11-19', line: '1 day late' },
  { status: 'out', from: '2026-11-01', due: '2026-11-17', line: '3 days late' },
  { status: 'returned', from: '2026-11-01', due: '2026-11-17', line: 'since Tue, Nov 17' },
] as const)('dueLine returns “$line” for a rental that is $status, from $from to $due', ({ line, ...rental }) => {
  expect(dueLine(rental, today)).toBe(line)
})
