import { expect, test } from 'vitest'
import { dayRatePrice } from './dayRatePrice.ts'
import { weeklyPrice } from './weeklyPrice.ts'

const labels = (dayRate: number, days: number) => weeklyPrice(dayRate, days).lines.map(({ label }) => label)

test.each([
  { days: 1, labelled: ['1 day'], total: 100 },
  { days: 4, labelled: ['4 days'], total: 400 },
  { days: 5, labelled: ['1 week'], total: 450 },
  { days: 7, labelled: ['1 week'], total: 450 },
  { days: 10, labelled: ['1 week', '3 days'], total: 750 },
  { days: 12, labelled: ['2 weeks'], total: 900 },
  { days: 22, labelled: ['1 month'], total: 1350 },
  { days: 28, labelled: ['1 month'], total: 1350 },
  { days: 38, labelled: ['1 month', '1 week', '3 days'], total: 2100 },
])('$days days at $100 a day are billed as $labelled', ({ days, labelled, total }) => {
  expect(labels(100, days)).toEqual(labelled)
  expect(weeklyPrice(100, days).total).toBe(total)
})

test('before the volume discount, a weekly price never exceeds the day-rate price or falls when a rental gets longer', () => {
  for (let days = 1; days <= 120; days++) {
    const withoutVolume = (length: number) =>
      weeklyPrice(10, length).lines.reduce((total, { amount }) => total + amount, 0)
    expect(withoutVolume(days)).toBeLessThanOrEqual(dayRatePrice(10, days).total)
    expect(withoutVolume(days)).toBeGreaterThanOrEqual(days > 1 ? withoutVolume(days - 1) : 0)
  }
})

test.each([
  { dayRate: 800, days: 7, off: undefined },
  { dayRate: 1000, days: 7, off: '2%' },
  { dayRate: 1000, days: 28, off: '5%' },
  { dayRate: 2000, days: 28, off: '8%' },
])('weeklyPrice gives a volume discount of $off for $days days at $dayRate dollars a day', ({ dayRate, days, off }) => {
  const volume = labels(dayRate, days).find((label) => label.startsWith('Volume'))
  expect(volume).toBe(off && `Volume, ${off} off`)
})

test('the lines of a weekly price add up to its total', () => {
  for (const days of [1, 6, 9, 20, 27, 60]) {
    const { lines, total } = weeklyPrice(1280, days)
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  }
})
