import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { execa } from 'execa'

/** A harness that has not ended by then never will, in milliseconds. */
const ENDS_WITHIN_MS = 30 * 60_000

/** With the capabilities that the test service declares, the harness runs more than this; fewer, and something was left out. */
const LEAST_RAN = 900

/**
 * Lets the harness test a service. All that it says is kept in `log`.
 *
 * @param {string} harness its path
 * @param {{ url: string, options: readonly string[], log: string }} run `options` are handed on to the harness
 * @returns {Promise<{ ok: boolean, ran: number, failed: number, lines: string[] }>}
 */
export async function runHarness(harness, { url, options, log }) {
  mkdirSync(dirname(log), { recursive: true })
  const failed = log.replace(/\.log$/, '.failures')
  for (const file of [log, failed]) rmSync(file, { force: true })
  const where = ['-url', url, '-host', '127.0.0.1', '-port', String(await freePort()), '-record-failures', failed]
  const kept = /** @type {const} */ (['pipe', { file: log, append: true }])
  const { exitCode, all } = await execa(harness, [...where, ...options], {
    ...{ stdout: kept, stderr: kept, all: true },
    ...{ reject: false, timeout: ENDS_WITHIN_MS },
  })
  const failures = existsSync(failed) ? readFileSync(failed, 'utf8').split('\n').filter(Boolean) : []
  return judgeRun({ code: exitCode, output: all ?? '', failures, isNarrowed: options.length > 0 })
}

/**
 * What is said about a run of the vendor's harness, and whether all is well.
 *
 * @param {{ code: number | undefined, output: string, failures: readonly string[], isNarrowed: boolean }} run
 * @returns {{ ok: boolean, ran: number, failed: number, lines: string[] }}
 */
export function judgeRun({ code, output, failures, isNarrowed }) {
  const [summary, ran] = /^Test Summary: \d+ total, \d+ skipped, (\d+) ran.*$/m.exec(output) ?? []
  const failed = failures.length
  if (!summary) {
    const line = `The harness ended with code ${code} and without a summary.`
    return { ok: false, ran: 0, failed, lines: [output, line] }
  }
  const least = isNarrowed ? 1 : LEAST_RAN
  const problems = failures.map((name) => `  failed: ${name}`)
  if (Number(ran) < least) problems.push(`  At least ${least} tests should have run.`)
  if (code !== 0) problems.push(`  The harness ended with code ${code}.`)
  return { ok: problems.length === 0, ran: Number(ran), failed, lines: [summary, ...problems] }
}

/** @returns {Promise<number>} */
export function freePort() {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
