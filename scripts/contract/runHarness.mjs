import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

/** A harness that has not ended by then never will, in milliseconds. */
const ENDS_WITHIN_MS = 30 * 60_000

/**
 * Lets the harness test a service. All that it says is kept in `log`.
 *
 * @param {string} harness its path
 * @param {{ url: string, patterns: readonly string[], log: string }} run
 * @returns {Promise<{ code: number, output: string, failures: string[] }>}
 */
export async function runHarness(harness, { url, patterns, log }) {
  mkdirSync(dirname(log), { recursive: true })
  const failed = log.replace(/\.log$/, '.failures')
  rmSync(failed, { force: true })
  const args = ['-url', url, '-host', '127.0.0.1', '-port', String(await freePort()), '-record-failures', failed]
  const child = spawn(harness, [...args, ...patterns.flatMap((pattern) => ['-run', pattern])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const timer = setTimeout(kill, ENDS_WITHIN_MS)

  const file = createWriteStream(log)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      file.write(chunk)
    })
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', (ended) => resolve(ended ?? 1))
  })
  clearTimeout(timer)
  process.off('exit', kill)
  await new Promise((resolve) => file.end(resolve))
  const failures = existsSync(failed) ? readFileSync(failed, 'utf8').split('\n').filter(Boolean) : []
  return { code, output, failures }
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
