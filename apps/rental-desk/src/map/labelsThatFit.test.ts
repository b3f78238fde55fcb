import { expect, test } from 'vitest'
import { labelsThatFit } from './labelsThatFit.ts'

const place = (text: string, x: number, y: number, kind = 'place') => ({ kind, text, x, y })
const regional = place('Kendall Regional', 1160, 172)
const sign = { left: 230, top: 20, right: 320, bottom: 46 }

test('labelsThatFit omits a label that a sign would cover', () => {
  expect(labelsThatFit([regional], [sign], 0.25)).toEqual([])
})

test('labelsThatFit keeps a label that the sign no longer covers at a larger scale', () => {
  expect(labelsThatFit([regional], [sign], 1)).toEqual(['Kendall Regional'])
})

test('labelsThatFit keeps the label of the town if it overlaps that of a place, in either order', () => {
  const labels = [place('Millside', 100, 100), place('Kendall', 110, 102, 'town')]
  expect(labelsThatFit(labels, [], 0.5)).toEqual(['Kendall'])
  expect(labelsThatFit([...labels].reverse(), [], 0.5)).toEqual(['Kendall'])
})

test('labelsThatFit gives a label of an unknown kind the lowest priority, and keeps it if there is room', () => {
  const labels = [place('Reef', 100, 100, 'rock'), place('Millside', 100, 100)]
  expect(labelsThatFit(labels, [], 1)).toEqual(['Millside'])
  expect(labelsThatFit(labels.slice(0, 1), [], 1)).toEqual(['Reef'])
})
