import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run test:all [-- <suite> …]: everything that .ci/run leaves out, one after another. A failure does not stop it.

/** The npm script of each suite. @type {Readonly<Record<string, string>>} */
const SUITES = {
  delivery: 'test:delivery',
  engines: 'test:engines',
  endings: 'test:endings',
  truth: 'test:truth',
  contract: 'test:contract',
  relay: 'test:relay',
  nightly: 'test:nightly',
  examples: 'test:examples',
  site: 'test:docs',
  shape: 'check -- shape',
  api: 'check -- api',
  documents: 'check -- documents',
}

/** EX_TEMPFAIL: the tools of a suite are not available on this machine. The last line of its output says which. */
const UNAVAILABLE = 75

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`)
  process.exit(1)
}

await ensureInstalled()
const { execa } = await import('execa')
const logs = join(root, '.cache/test-all')
mkdirSync(logs, { recursive: true })
const rows = [['suite', 'seconds', 'passed', 'failed', '']]
let failures = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(SUITES)) {
  console.log(`\n${name}`)
  // Output goes to the terminal and to the log of the suite, where the table finds the counts.
  const log = join(logs, `${name}.log`)
  rmSync(log, { force: true })
  const { exitCode: code = 1, durationMs } = await execa(
    'npm',
    ['run', '--silent', ...(SUITES[name] ?? '').split(' ')],
    {
      cwd: root,
      stdout: ['inherit', { file: log, append: true }],
      stderr: ['inherit', { file: log, append: true }],
      reject: false,
    },
  )
  const output = readFileSync(log, 'utf8').trimEnd()
  const [passed = '–', failed = '–'] = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)?.slice(1) ?? []
  const notRun = `not run: ${output.split('\n').at(-1)}`
  const note = code === UNAVAILABLE ? notRun : code === 0 ? '' : `FAILED with code ${code}`
  rows.push([name, (durationMs / 1000).toFixed(0), passed, failed, note])
  if (note.startsWith('FAILED')) failures++
}
for (const [name = '', seconds = '', passed = '', failed = '', note = ''] of rows)
  console.log(`${name.padEnd(15)}${seconds.padStart(8)}${passed.padStart(8)}${failed.padStart(8)}  ${note}`.trimEnd())
console.log(`\nSuites: ${rows.length - 1 - failures} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
