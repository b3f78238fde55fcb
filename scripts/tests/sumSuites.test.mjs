import { describe, expect, test } from 'vitest'
import { sumSuites } from './sumSuites.mjs'

/** @param {number} passed @param {number} [failed] @param {number} [skipped] */
const counts = (passed, failed = 0, skipped = 0) => ({ passed, failed, skipped })
const all = { isNarrowed: false }
const narrowed = { isNarrowed: true }

test('the last line sums all suites', () => {
  const suites = [
    { name: 'unit', counts: counts(10), code: 0 },
    { name: 'journeys', counts: counts(3), code: 0 },
  ]
  expect(sumSuites(suites, all)).toEqual({
    lines: ['', '  unit      10 passed, 0 failed', '  journeys  3 passed, 0 failed', '', 'Tests: 13 passed, 0 failed'],
    ok: true,
  })
})

test('what was skipped is named only when there is some', () => {
  const { lines, ok } = sumSuites([{ name: 'unit', counts: counts(10, 0, 2), code: 0 }], all)
  expect([lines.at(-1), ok]).toEqual(['Tests: 10 passed, 0 failed, 2 skipped', true])
})

describe('it is not well when', () => {
  test.each([
    ['a test failed', [{ name: 'unit', counts: counts(9, 1), code: 1 }], all, 'Tests: 9 passed, 1 failed'],
    ['a runner wrote no report', [{ name: 'unit', counts: undefined, code: 134 }], all, 'Tests: 0 passed, 1 failed'],
    [
      'a runner failed though no test did',
      [{ name: 'unit', counts: counts(9), code: 1 }],
      all,
      'Tests: 9 passed, 1 failed',
    ],
    [
      'nothing ran in a suite',
      [
        { name: 'unit', counts: counts(9), code: 0 },
        { name: 'e2e', counts: counts(0), code: 0 },
      ],
      all,
      'Tests: 9 passed, 1 failed',
    ],
    [
      'all of a suite was skipped',
      [{ name: 'unit', counts: counts(0, 0, 4), code: 0 }],
      all,
      'Tests: 0 passed, 1 failed, 4 skipped',
    ],
    ['a filter matches nothing', [{ name: 'unit', counts: counts(0), code: 0 }], narrowed, 'Tests: 0 passed, 1 failed'],
  ])('%s', (_what, suites, options, last) => {
    const { lines, ok } = sumSuites(suites, options)
    expect([lines.at(-1), ok]).toEqual([last, false])
  })
})

test('a filter may leave a suite without tests', () => {
  const suites = [
    { name: 'unit', counts: counts(2), code: 0 },
    { name: 'journeys', counts: counts(0), code: 0 },
  ]
  expect(sumSuites(suites, narrowed)).toMatchObject({ ok: true })
})

test('a runner that fails is named with its code, or with the reason that is known', () => {
  const suites = [
    { name: 'unit', counts: counts(2), code: 3 },
    { name: 'journeys', counts: undefined, code: 1, why: 'not run, because the build failed' },
  ]
  const { lines } = sumSuites(suites, all)
  expect(lines).toContain('            but its runner ended with code 3: see above')
  expect(lines).toContain('            not run, because the build failed: see above')
})
