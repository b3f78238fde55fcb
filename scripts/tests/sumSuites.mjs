/**
 * @typedef {import('./countTests.mjs').Counts} Counts
 * @typedef {{ name: string, counts: Counts | undefined, code: number, why?: string }} Suite counts are undefined when the runner wrote no report
 */

/**
 * What is said at the end, the last line of it for machines, and whether all is well. A runner that breaks, or ends with an
 * error that no test accounts for, counts as one failure; so does a suite in which nothing ran.
 *
 * @param {readonly Suite[]} suites
 * @param {{ isNarrowed: boolean }} options narrowed by a filter, a suite may have nothing to run, but not all of them
 * @returns {{ lines: string[], ok: boolean }}
 */
export function sumSuites(suites, { isNarrowed }) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @type {string[]} */
  const lines = []
  const width = Math.max(...suites.map(({ name }) => name.length))
  for (const { name, counts = { passed: 0, failed: 0, skipped: 0 }, code, why } of suites) {
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    lines.push(`  ${name.padEnd(width)}  ${inWords(counts)}`)
    const ran = counts.passed + counts.failed
    if (code !== 0 && counts.failed === 0) {
      lines.push(`  ${''.padEnd(width)}  ${why ?? `but its runner ended with code ${code}`}: see above`)
      total.failed++
    } else if (ran === 0 && !isNarrowed) {
      lines.push(`  ${''.padEnd(width)}  no test ran in it`)
      total.failed++
    }
  }
  if (isNarrowed && total.passed + total.failed === 0) {
    lines.push('  No test matches.')
    total.failed++
  }
  return { lines: ['', ...lines, '', `Tests: ${inWords(total)}`], ok: total.failed === 0 }
}

/** @param {Counts} counts */
function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
