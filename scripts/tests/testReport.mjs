import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ title: string, file: string, ms: number, state: 'passed' | 'failed' | 'skipped', message?: string }} RunTest `message` says why it failed
 * @typedef {{ name: string, tests: readonly RunTest[], code: number }} Suite `code` is the exit code of its runner
 *
 * @typedef {{ fullName: string, status: string, duration?: number | null, failureMessages?: string[] }} VitestTest
 * @typedef {{ testResults: { name: string, status: string, assertionResults: VitestTest[] }[] }} VitestReport
 *
 * @typedef {{ status: string, projectName?: string, results: { duration: number, errors?: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ specs?: { title: string, file: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ config: { rootDir: string }, suites: PlaywrightSuite[], errors?: unknown[] }} PlaywrightReport
 */

/** How many tests are listed: enough to notice a new slow one on the day it is added. */
const LISTED = 10

/** @param {VitestReport} report @param {string} root @returns {RunTest[]} */
export function testsOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map(({ fullName, status: state, duration, failureMessages = [] }) => ({
      ...{ title: fullName.trim(), file, ms: duration ?? 0, message: failureMessages.join('\n') },
      state: /** @type {RunTest['state']} */ (state === 'passed' || state === 'failed' ? state : 'skipped'),
    }))
    // A file that cannot be loaded, or whose hook fails, has failed without a failed test.
    const isUnexplained = status === 'failed' && !tests.some(({ state }) => state === 'failed')
    return isUnexplained ? [...tests, { title: 'the file itself', file, ms: 0, state: 'failed' }] : tests
  })
}

/** A test that passes only when it is tried again has failed. @param {PlaywrightReport} report @param {string} root @returns {RunTest[]} */
export function testsOfPlaywright({ config: { rootDir }, suites, errors = [] }, root) {
  const outside = errors.map(() => ({
    title: 'outside of a test',
    file: rootDir,
    ms: 0,
    state: /** @type {const} */ ('failed'),
  }))
  return [...suites.flatMap(testsIn), ...outside]

  /** @param {PlaywrightSuite} suite @returns {RunTest[]} */
  function testsIn({ specs = [], suites: inner = [] }) {
    const own = specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }) => ({
        ...{ title, file: relative(root, join(rootDir, file)) },
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        message: results.flatMap(({ errors: found = [] }) => found.map(({ message }) => message ?? '')).join('\n'),
        state: /** @type {RunTest['state']} */ (
          status === 'expected' ? 'passed' : status === 'skipped' ? status : 'failed'
        ),
      })),
    )
    return [...own, ...inner.flatMap(testsIn)]
  }
}

/**
 * What is said at the end, the last line of it for machines. A runner that ends with an error that no test accounts for counts as
 * one failure; so does a suite in which nothing ran, unless others ran and a filter was given.
 *
 * @param {readonly Suite[]} suites
 * @param {{ isNarrowed: boolean }} options
 * @returns {{ lines: string[], ok: boolean }}
 */
export function testReport(suites, { isNarrowed }) {
  const all = suites.flatMap(({ tests }) => tests)
  const total = count(all)
  const hasRun = total.passed + total.failed > 0
  const lines = suites.map(({ name, tests, code }) => {
    const counts = count(tests)
    const isEmpty = counts.passed + counts.failed === 0 && !(isNarrowed && hasRun)
    if (counts.failed > 0 || (code === 0 && !isEmpty)) return `  ${name}: ${inWords(counts)}`
    total.failed++
    return `  ${name}: ${inWords(counts)}; ${code === 0 ? 'no test ran' : `its runner ended with code ${code}`}`
  })
  const slowest = [...all].sort((one, other) => other.ms - one.ms).slice(0, LISTED)
  const timed = slowest.map(({ ms, file, title }) => `  ${(ms / 1000).toFixed(1).padStart(5)} s  ${file}: ${title}`)
  const failed = all.filter(({ state }) => state === 'failed').slice(0, LISTED)
  const failures = failed.flatMap(({ title, file, message = '' }) => [
    '',
    `  ${file}: ${title}`,
    ...firstLines(message),
  ])
  const explained = failures.length > 0 ? ['', 'The failed tests:', ...failures] : []
  return {
    lines: [
      '',
      'The slowest tests:',
      ...timed,
      ...explained,
      '',
      ...lines,
      '',
      `Tests: ${total.passed} passed, ${total.failed} failed`,
    ],
    ok: total.failed === 0,
  }
}

/** How many lines of each failure are repeated at the end of a run, because long logs are read from their end. */
const LINES = 20

/** @param {string} message @returns {string[]} */
const firstLines = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, LINES)
    .map((line) => `    ${line}`)

/** @param {readonly RunTest[]} tests */
function count(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { state } of tests) counts[state]++
  return counts
}

/** @param {ReturnType<typeof count>} counts */
function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
