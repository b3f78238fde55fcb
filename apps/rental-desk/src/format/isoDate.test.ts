import { expect, test } from 'vitest'
import { daysBetween, isoDateIn } from './isoDate.ts'

test('isoDateIn returns the local calendar day, one minute before and after midnight too', () => {
  expect(isoDateIn(0, new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20')
  expect(isoDateIn(0, new Date(2026, 10, 20, 0, 1))).toBe('2026-11-20')
})

test('isoDateIn adds days across the end of a month and of a year, and to a leap day', () => {
  expect(isoDateIn(1, new Date(2026, 10, 30))).toBe('2026-12-01')
  expect(isoDateIn(1, new Date(2026, 11, 31))).toBe('2027-01-01')
  expect(isoDateIn(1, new Date(2028, 1, 28))).toBe('2028-02-29')
})

test('daysBetween returns whole days, even if summer time begins or ends in between', () => {
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  expect(daysBetween('2026-10-01', '2026-11-30')).toBe(60)
  expect(daysBetween('2026-10-01', '2026-10-01')).toBe(0)
})

test('daysBetween returns NaN for an invalid date', () => {
  expect(daysBetween('', '2026-10-01')).toBeNaN()
})
