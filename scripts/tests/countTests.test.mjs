import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './countTests.mjs'

/** @param {string} name @param {string[]} statuses @param {string} [status] */
const file = (name, statuses, status = statuses.includes('failed') ? 'failed' : 'passed') => ({
  name,
  status,
  assertionResults: statuses.map((one) => ({ status: one })),
})

test('Vitest: passed, failed and what did not run', () => {
  const report = { testResults: [file('a', ['passed', 'failed', 'skipped']), file('b', ['passed', 'pending', 'todo'])] }
  expect(countVitest(report, () => true)).toEqual({ passed: 2, failed: 1, skipped: 3 })
})

test('Vitest: only the files of the suite', () => {
  const report = { testResults: [file('a.test.ts', ['passed']), file('a.browser.test.ts', ['passed', 'passed'])] }
  expect(countVitest(report, (name) => name.includes('.browser.'))).toEqual({ passed: 2, failed: 0, skipped: 0 })
})

test('Vitest: a file that could not be loaded is a failure', () => {
  expect(countVitest({ testResults: [file('a', [], 'failed')] }, () => true)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  })
})

test('Vitest: a file whose hook failed after its tests passed is a failure', () => {
  const report = { testResults: [file('a', ['passed'], 'failed')] }
  expect(countVitest(report, () => true)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('Playwright: a flaky test has failed, and so has a file that could not be loaded', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 })
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 })
})
