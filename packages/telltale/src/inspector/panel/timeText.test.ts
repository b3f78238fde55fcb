import { expect, it } from 'vitest'
import { durationText } from './timeText.ts'

const MINUTE = 60_000

it.each([
  ['0 ms', -5],
  ['999 ms', 999],
  ['59 s', 59_000],
  ['2 min', 2 * MINUTE],
  ['20 h', 1_200 * MINUTE],
  ['47 h', 47 * 60 * MINUTE],
  ['3 days', 72 * 60 * MINUTE],
])('a duration is written with a unit that suits its length: %s', (words, ms) => {
  expect(durationText(ms)).toBe(words)
})
