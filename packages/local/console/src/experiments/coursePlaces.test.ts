import { expect, test } from 'vitest'
import type { CoursePoint } from '@telltale/collector/experiment'
import { bandOf, courseOf, coursePlaces } from './coursePlaces.ts'
import { plotScale } from './plotScale.ts'

const DAY = 86_400_000
const pointOf = (day: number, value: number, margin: number): CoursePoint => ({
  at: day * DAY,
  differences: [
    { variation: '1', value, low: value - margin, high: value + margin },
    { variation: '2', value: -value, low: -value - margin, high: -value + margin },
  ],
})
const scaleOf = (course: readonly CoursePoint[]) =>
  plotScale(course.flatMap(({ differences }) => differences.flatMap(({ low, high }) => [low, high])))

test('the course of a variation goes from the left to the right, and larger values are above', () => {
  const course = [pointOf(1, 0, 10), pointOf(2, 5, 5), pointOf(5, 5, 0)]
  const places = coursePlaces(courseOf(course, '1'), scaleOf(course))
  expect(places.map(({ x }) => x)).toEqual([0, 25, 100])
  expect(places[0]).toEqual({ x: 0, value: 50, low: 100, high: 0 })
  expect(bandOf(places)).toBe('0,0 25,0 100,25 100,25 25,50 0,100')
  expect(coursePlaces(courseOf(course, '2'), scaleOf(course))[2]?.value).toBe(75)
})

test('of several points in one day, the latest one counts', () => {
  const course = [pointOf(1.5, 1, 1), pointOf(2.5, 2, 1), pointOf(2.75, 3, 1)]
  expect(courseOf(course, '1').map(({ value }) => value)).toEqual([1, 3])
})

test.each([
  ['one point', [pointOf(3, 1, 1)], 1],
  ['several points at one time', [pointOf(3, 1, 1), pointOf(3, 2, 1)], 1],
  ['only zeros', [pointOf(1, 0, 0), pointOf(2, 0, 0)], 2],
  ['huge figures', [pointOf(1, 1e308, 1e308), pointOf(2, -1e300, 1e299)], 1],
  ['a point that is no number', [pointOf(1, Number.NaN, 1), pointOf(2, 1, 1)], 1],
  ['nothing', [], 0],
] as const)('a course of %s has places within the plot', (_, course, count) => {
  const places = coursePlaces(courseOf(course, '1'), scaleOf(course))
  expect(places).toHaveLength(count)
  for (const place of places.flatMap((one) => Object.values(one))) {
    expect(place).toBeGreaterThanOrEqual(0)
    expect(place).toBeLessThanOrEqual(100)
  }
})
