import { join, relative } from 'node:path'

/**
 * @typedef {{ ms: number, file: string, title: string }} TimedTest
 *
 * @typedef {object} VitestReport
 * @property {{ name: string, assertionResults: { fullName: string, duration?: number | null }[] }[]} testResults
 *
 * @typedef {object} PlaywrightSuite
 * @property {{ title: string, file: string, tests: { results: { duration: number }[] }[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {{ config: { rootDir: string }, suites: PlaywrightSuite[] }} PlaywrightReport the paths of files are relative to `rootDir`
 */

/** How many tests are listed: enough to notice a new slow one on the day it is added. */
const LISTED = 10

/** The lines that list the slowest tests, the slowest first. @param {readonly TimedTest[]} tests @returns {string[]} */
export function slowestTests(tests) {
  const slowest = [...tests].sort((one, other) => other.ms - one.ms).slice(0, LISTED)
  if (slowest.length === 0) return []
  const lines = slowest.map(({ ms, file, title }) => `  ${(ms / 1000).toFixed(1).padStart(5)} s  ${file}: ${title}`)
  return ['', 'The slowest tests:', ...lines]
}

/** @param {VitestReport} report @param {string} root @returns {TimedTest[]} */
export function testsOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      ms: duration ?? 0,
      file: relative(root, name),
      title: fullName.trim(),
    })),
  )
}

/** @param {PlaywrightReport} report @param {string} root @returns {TimedTest[]} */
export function testsOfPlaywright({ config: { rootDir }, suites }, root) {
  const pathOf = (/** @type {string} */ file) => relative(root, join(rootDir, file))
  return suites.flatMap((suite) => testsIn(suite, pathOf))
}

/** @param {PlaywrightSuite} suite @param {(file: string) => string} pathOf @returns {TimedTest[]} */
function testsIn({ specs = [], suites = [] }, pathOf) {
  const own = specs.map(({ title, file, tests }) => ({
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    file: pathOf(file),
    title,
  }))
  return [...own, ...suites.flatMap((inner) => testsIn(inner, pathOf))]
}
