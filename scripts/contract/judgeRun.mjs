/** With the capabilities that the test service declares, the harness runs more than this; fewer, and something was left out. */
const LEAST_RAN = 900

/**
 * @typedef {object} HarnessRun
 * @property {number} code that the harness ended with
 * @property {string} output
 * @property {readonly string[]} failures names of the tests that failed
 * @property {boolean} isNarrowed to some of the tests
 */

/**
 * What is said about a run of the vendor's harness, and whether all is well.
 *
 * @param {HarnessRun} run
 * @returns {{ ok: boolean, lines: string[] }}
 */
export function judgeRun({ code, output, failures, isNarrowed }) {
  const summary = /^Test Summary: \d+ total, \d+ skipped, (\d+) ran.*$/m.exec(output)
  if (!summary) return { ok: false, lines: [`The harness ended with code ${code} and without a summary.`] }
  const [line, ran] = summary
  const lines = [line, ...failures.map((name) => `  failed: ${name}`)]
  if (code !== 0 && failures.length === 0)
    lines.push(`  The harness ended with code ${code}, but names no failed test.`)
  const isTooFew = isNarrowed ? Number(ran) === 0 : Number(ran) < LEAST_RAN
  if (isTooFew) lines.push(isNarrowed ? '  No test matches.' : `  At least ${LEAST_RAN} tests should have run.`)
  return { ok: code === 0 && failures.length === 0 && !isTooFew, lines }
}
