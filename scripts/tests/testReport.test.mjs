import { expect, test } from 'vitest'
import { testReport, testsOfPlaywright, testsOfVitest } from './testReport.mjs'

/** @typedef {import('./testReport.mjs').RunTest['state']} State */

/** @param {readonly State[]} states @param {number} [code] @param {string} [name] */
const suite = (states, code = 0, name = 'unit') => ({
  ...{ name, code },
  tests: states.map((state, index) => ({ title: `test ${index}`, file: 'a.test.ts', ms: index * 1000, state })),
})

/** @type {[what: string, suites: ReturnType<typeof suite>[], isNarrowed: boolean, last: string, ok: boolean][]} */
const REPORTS = [
  ['the tests of all suites are added', [suite(['passed']), suite(['passed'])], false, '2 passed, 0 failed', true],
  ['a failed test fails the run', [suite(['passed', 'failed'], 1)], false, '1 passed, 1 failed', false],
  ['skipped tests do not count', [suite(['passed', 'skipped'])], false, '1 passed, 0 failed', true],
  [
    'a runner that fails without a failed test is a failure',
    [suite(['passed'], 3)],
    false,
    '1 passed, 1 failed',
    false,
  ],
  ['a suite in which no test ran is a failure', [suite(['passed']), suite([])], false, '1 passed, 1 failed', false],
  ['a suite may be empty when a filter was given', [suite(['passed']), suite([])], true, '1 passed, 0 failed', true],
  ['a filter that matches no test is a failure', [suite(['skipped'])], true, '0 passed, 1 failed', false],
]
test.each(REPORTS)('%s', (_what, suites, isNarrowed, last, ok) => {
  const report = testReport(suites, { isNarrowed })
  expect([report.lines.at(-1), report.ok]).toEqual([`Tests: ${last}`, ok])
})

test('the ten slowest tests are listed, the slowest first, with seconds, file and title', () => {
  const { lines } = testReport([suite(Array.from({ length: 12 }, () => 'passed'))], { isNarrowed: false })
  const first = lines.indexOf('The slowest tests:') + 1
  expect(lines[first]).toBe('   11.0 s  a.test.ts: test 11')
  expect(lines.slice(first).indexOf('')).toBe(10)
})

test('the line of a suite names its skipped tests', () => {
  const { lines } = testReport([suite(['passed', 'skipped'])], { isNarrowed: false })
  expect(lines).toContain('  unit: 1 passed, 0 failed, 1 skipped')
})

test('a suite whose runner failed is named with its code', () => {
  const { lines } = testReport([suite(['passed'], 134, 'journeys')], { isNarrowed: false })
  expect(lines).toContain('  journeys: 1 passed, 0 failed; its runner ended with code 134')
})

test('the states and durations of tests are read from the report of Vitest, and a file that failed as a whole is a failure', () => {
  const assertionResults = [
    { fullName: ' a list is sorted', status: 'passed', duration: 12.5 },
    { fullName: 'a list is empty', status: 'todo' },
  ]
  const testResults = [{ name: '/repository/packages/a.test.ts', status: 'failed', assertionResults }]
  const file = 'packages/a.test.ts'
  expect(testsOfVitest({ testResults }, '/repository')).toEqual([
    { title: 'a list is sorted', file, ms: 12.5, state: 'passed', message: '' },
    { title: 'a list is empty', file, ms: 0, state: 'skipped', message: '' },
    { title: 'the file itself', file, ms: 0, state: 'failed' },
  ])
})

test('the states of tests are read from the report of Playwright: a flaky test and an error outside of tests are failures', () => {
  const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
    ...{ title, file: 'a.spec.ts' },
    tests: [{ status, results: [{ duration: 1 }, { duration: 2 }] }],
  })
  const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky')] }] }]
  const found = testsOfPlaywright({ config: { rootDir: '/repository/e2e' }, suites, errors: [{}] }, '/repository')
  expect(found.map(({ title, state }) => [title, state])).toEqual([
    ['one', 'passed'],
    ['two', 'failed'],
    ['outside of a test', 'failed'],
  ])
  expect(found[0]).toMatchObject({ file: 'e2e/a.spec.ts', ms: 3 })
})

test('the failed tests are listed with the first lines of what they said, without colours', () => {
  const failed = { title: 'a list is sorted', file: 'a.test.ts', ms: 1, state: /** @type {const} */ ('failed') }
  const message = `\u001b[31mexpected 1\n\nto be 2\u001b[0m${'\n  at somewhere'.repeat(30)}`
  const suites = [{ name: 'unit', code: 1, tests: [{ ...failed, message }] }]
  const { lines } = testReport(suites, { isNarrowed: false })
  const listed = lines.slice(lines.indexOf('The failed tests:') + 2, lines.indexOf('  unit: 0 passed, 1 failed') - 1)
  expect(listed.slice(0, 3)).toEqual(['  a.test.ts: a list is sorted', '    expected 1', '    to be 2'])
  expect(listed).toHaveLength(21)
})

test('what a failed test of Playwright said is read from its report', () => {
  const results = [{ duration: 1, errors: [{ message: 'Timed out' }, {}] }]
  const suites = [{ specs: [{ title: 'one', file: 'a.spec.ts', tests: [{ status: 'unexpected', results }] }] }]
  const [found] = testsOfPlaywright({ config: { rootDir: '/repository/e2e' }, suites }, '/repository')
  expect(found).toMatchObject({ state: 'failed', message: 'Timed out\n' })
})
