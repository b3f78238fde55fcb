import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'
import { suiteTable } from './tests/suiteTable.mjs'

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
/** @type {import('./tests/suiteTable.mjs').SuiteRun[]} */
const runs = []
for (const name of wanted.length > 0 ? wanted : Object.keys(SUITES)) {
  console.log(`\n${name}`)
  // Output goes to the terminal and to the log of the suite, where the table finds the counts.
  const log = join(logs, `${name}.log`)
  rmSync(log, { force: true })
  const { exitCode = 1, durationMs } = await execa('npm', ['run', '--silent', ...(SUITES[name] ?? '').split(' ')], {
    cwd: root,
    stdout: ['inherit', { file: log, append: true }],
    stderr: ['inherit', { file: log, append: true }],
    reject: false,
  })
  runs.push({ name, seconds: durationMs / 1000, code: exitCode, output: readFileSync(log, 'utf8') })
}
const { lines, ok } = suiteTable(runs)
console.log(lines.join('\n'))
process.exitCode = ok ? 0 : 1
