import { expect, test } from 'vitest'
import { signSide } from './signSide.ts'

const yard = { x: 100, y: 100 }
const dot = (right: number, down: number) => ({ x: 100 + right, y: 100 + down })

test.each([
  ['no dot', [], 'above'],
  ['a dot above', [dot(20, -25)], 'below'],
  ['a dot whose edge is below the sign’s end', [dot(49, -25)], 'below'],
  ['a dot beside the sign', [dot(50, -25)], 'above'],
  ['a dot higher than the sign', [dot(0, -38)], 'above'],
  ['a dot below', [dot(0, 25)], 'above'],
  ['a dot above and one below', [dot(0, -25), dot(-20, 25)], 'above'],
  ['dots above and below, all to the left', [dot(-30, -25), dot(-30, 25)], 'above right'],
  ['dots above and below, all to the right', [dot(30, -25), dot(30, 25)], 'above left'],
  ['dots above, and one below to the left', [dot(-30, -25), dot(30, -25), dot(-30, 25)], 'below right'],
  ['a dot above and one far below', [dot(0, -25), dot(0, 60)], 'below'],
])('signSide returns the expected side with %s', (_what, dots, side) => {
  expect(signSide(yard, dots, { width: 80, height: 20, scale: 1 })).toBe(side)
})

test('signSide ignores a dot that is out of reach at a larger scale', () => {
  expect(signSide(yard, [dot(20, -25)], { width: 80, height: 20, scale: 3 })).toBe('above')
})
