import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { root } from '../ensureInstalled.mjs'
import { tableOf } from './tableOf.mjs'

/** EX_TEMPFAIL: the tools of a suite are not available on this machine. The last line of its output says which. */
const UNAVAILABLE = 75

/**
 * Runs suites one after another, and ends with a table of their results. A failure stops nothing.
 *
 * @param {readonly string[]} names
 * @returns {Promise<number>} the exit code: 0 when each suite passed or could not be run here
 */
export async function runAll(names) {
  const rows = []
  for (const name of names) rows.push(await runOne(name))
  console.log(tableOf([['suite', 'seconds', 'passed', 'failed', ''], ...rows]))
  const failures = rows.filter(([, , , , note]) => note?.startsWith('FAILED')).length
  console.log(`\nSuites: ${rows.length - failures} passed, ${failures} failed`)
  return failures > 0 ? 1 : 0
}

/** Prints the output of a suite, and writes it to a log, where its counts are. @param {string} name */
async function runOne(name) {
  console.log(`\n${name}`)
  mkdirSync(join(root, '.cache/suites'), { recursive: true })
  const log = join(root, '.cache/suites', `${name}.log`)
  rmSync(log, { force: true })
  const to = /** @type {const} */ (['inherit', { file: log, append: true }])
  const options = { cwd: root, stdout: to, stderr: to, reject: false }
  const { exitCode: code = 1, durationMs } = await execa(process.execPath, ['scripts/suite.mjs', name], options)
  const output = readFileSync(log, 'utf8').trimEnd()
  const [passed = '–', failed = '–'] = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)?.slice(1) ?? []
  const notRun = `not run: ${output.split('\n').at(-1)}`
  const note = code === UNAVAILABLE ? notRun : code === 0 ? '' : `FAILED with code ${code}`
  return [name, (durationMs / 1000).toFixed(0), passed, failed, note]
}
