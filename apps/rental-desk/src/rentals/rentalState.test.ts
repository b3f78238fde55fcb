import { expect, test } from 'vitest'
import { rentalState } from './rentalState.ts'

const today = new Date(2026, 10, 20, 16)

test.each([
  { status: 'reserved', due: '2026-11-01', state: 'reserved' },
  { status: 'out', due: '2026-11-22', state: 'out' },
  { status: 'out', due: '2026-11-21', state: 'due' },
  { status: 'out', due: '2026-11-20', state: 'due' },
  { status: 'out', due: '2026-11-19', state: 'overdue' },
  { status: 'returned', due: '2026-11-01', state: 'returned' },
] as const)('a rental that is $status until $due has the state $state on November 20', ({ status, due, state }) => {
  expect(rentalState({ status, due }, today)).toBe(state)
})
