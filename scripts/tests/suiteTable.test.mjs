import { expect, test } from 'vitest'
import { suiteTable } from './suiteTable.mjs'

const run = {
  name: 'delivery',
  seconds: 350.4,
  code: 0,
  output: 'Tests: 0 passed, 9 failed\nTests: 194 passed, 0 failed\n',
}

/** @param {string} [line] */
const cells = (line = '') => line.split(/ {2,}/)

test('a row has the seconds and the last counts of a suite', () => {
  const { lines, ok } = suiteTable([run])
  expect(cells(lines[2])).toEqual(['delivery', '350', '194', '0'])
  expect(ok).toBe(true)
})

test('a suite fails by its exit code, whatever it counted', () => {
  const { lines, ok } = suiteTable([{ ...run, code: 2 }, run])
  expect(cells(lines[2]).at(-1)).toBe('FAILED with code 2')
  expect(lines.at(-1)).toBe('Suites: 1 passed, 1 failed')
  expect(ok).toBe(false)
})

test('a suite without its tools is not run, with the reason, and does not fail', () => {
  const { lines, ok } = suiteTable([{ ...run, code: 75, output: 'Building …\nGo is missing.\n' }])
  expect(cells(lines[2])).toEqual(['delivery', '350', '–', '–', 'not run: Go is missing.'])
  expect(ok).toBe(true)
})
