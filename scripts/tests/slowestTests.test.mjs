import { expect, test } from 'vitest'
import { slowestTests, testsOfPlaywright, testsOfVitest } from './slowestTests.mjs'

test('the ten slowest tests are listed, the slowest first, with seconds, file and title', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    ms: index * 1000,
    file: 'a.test.ts',
    title: `test ${index}`,
  }))
  const lines = slowestTests(tests)
  expect(lines).toHaveLength(12)
  expect(lines.slice(0, 4)).toEqual([
    '',
    'The slowest tests:',
    '   11.0 s  a.test.ts: test 11',
    '   10.0 s  a.test.ts: test 10',
  ])
})

test('no list is printed when no test ran', () => {
  expect(slowestTests([])).toEqual([])
})

test('the durations of Vitest are read from its report, a test without one as 0', () => {
  const report = {
    testResults: [
      {
        name: '/repository/packages/a.test.ts',
        assertionResults: [{ fullName: ' a list is sorted', duration: 12.5 }, { fullName: 'a list is skipped' }],
      },
    ],
  }
  expect(testsOfVitest(report, '/repository')).toEqual([
    { ms: 12.5, file: 'packages/a.test.ts', title: 'a list is sorted' },
    { ms: 0, file: 'packages/a.test.ts', title: 'a list is skipped' },
  ])
})

test('the durations of Playwright are read from nested suites of its report', () => {
  const spec = (/** @type {string} */ title, /** @type {number} */ duration) => ({
    title,
    file: 'console/a.spec.ts',
    tests: [{ results: [{ duration }] }],
  })
  const suites = [{ specs: [spec('outer', 1)], suites: [{ specs: [spec('inner', 2)] }] }]
  const report = { config: { rootDir: '/repository/e2e' }, suites }
  expect(testsOfPlaywright(report, '/repository')).toEqual([
    { ms: 1, file: 'e2e/console/a.spec.ts', title: 'outer' },
    { ms: 2, file: 'e2e/console/a.spec.ts', title: 'inner' },
  ])
})
