/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @typedef {{ status: string }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} PlaywrightReport
 */

/**
 * Counts what Vitest reported. A file that failed without a failed test, because it could not be loaded, counts as one.
 *
 * @param {VitestReport} report
 * @param {(file: string) => boolean} belongs
 * @returns {Counts}
 */
export function countVitest({ testResults }, belongs) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, status, assertionResults } of testResults) {
    if (!belongs(name)) continue
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed++
      else if (test.status === 'failed') counts.failed++
      else counts.skipped++
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) counts.failed++
  }
  return counts
}

/**
 * Counts what Playwright reported. A test that passes only when it is tried again has failed.
 *
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
