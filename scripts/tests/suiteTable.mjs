/** @typedef {{ name: string, seconds: number, code: number, output: string }} SuiteRun `code` is the exit code of the suite */

/** EX_TEMPFAIL: the tools of a suite are not available on this machine. The last line of its output says which. */
const UNAVAILABLE = 75

/**
 * The table at the end of `npm run test:all`. A suite fails by its exit code; the counts are read from its last line of the form
 * "N passed, N failed".
 *
 * @param {readonly SuiteRun[]} runs
 * @returns {{ lines: string[], ok: boolean }}
 */
export function suiteTable(runs) {
  const rows = runs.map(({ name, seconds, code, output }) => {
    const [passed = '–', failed = '–'] = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)?.slice(1) ?? []
    const note = code === UNAVAILABLE ? `not run: ${lastLine(output)}` : code === 0 ? '' : `FAILED with code ${code}`
    return [name, seconds.toFixed(0), passed, failed, note]
  })
  const table = [['suite', 'seconds', 'passed', 'failed', ''], ...rows].map(
    ([name = '', seconds = '', passed = '', failed = '', note = '']) =>
      `${name.padEnd(15)}${seconds.padStart(8)}${passed.padStart(8)}${failed.padStart(8)}  ${note}`.trimEnd(),
  )
  const failures = runs.filter(({ code }) => code !== 0 && code !== UNAVAILABLE).length
  return {
    lines: ['', ...table, '', `Suites: ${runs.length - failures} passed, ${failures} failed`],
    ok: failures === 0,
  }
}

/** @param {string} output */
const lastLine = (output) => output.trimEnd().split('\n').at(-1) ?? ''
