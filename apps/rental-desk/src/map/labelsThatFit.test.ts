import { expect, test } from 'vitest'
import { labelsThatFit } from './labelsThatFit.ts'

const place = (text: string, x: number, y: number, kind = 'place') => ({ kind, text, x, y })
const regional = place('Kendall Regional', 1160, 172)
const sign = { left: 230, top: 20, right: 320, bottom: 46 }

test('a label that a sign would cover is not drawn', () => {
  expect(labelsThatFit([regional], [sign], 0.25)).toEqual([])
})

test('from nearby the same label has room beside the sign', () => {
  expect(labelsThatFit([regional], [sign], 1)).toEqual(['Kendall Regional'])
})

test('of two labels that would cover one another the town keeps its place', () => {
  const labels = [place('Millside', 100, 100), place('Kendall', 110, 102, 'town')]
  expect(labelsThatFit(labels, [], 0.5)).toEqual(['Kendall'])
  expect(labelsThatFit([...labels].reverse(), [], 0.5)).toEqual(['Kendall'])
})

test('a kind that is not known comes last, and keeps its place where there is room', () => {
  const labels = [place('Reef', 100, 100, 'rock'), place('Millside', 100, 100)]
  expect(labelsThatFit(labels, [], 1)).toEqual(['Millside'])
  expect(labelsThatFit(labels.slice(0, 1), [], 1)).toEqual(['Reef'])
})
