import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'
import { suiteTable } from './tests/suiteTable.mjs'

// npm run test:all [-- <suite> …]: every check that .ci/run leaves out, one after another. A failure does not stop it.

/** What is run for each suite, from the root. @type {Readonly<Record<string, string>>} */
const SUITES = {
  delivery: 'scripts/delivery.mjs',
  engines: 'scripts/engines.mjs',
  contract: 'scripts/contract.mjs',
  relay: 'scripts/relay.mjs',
  nightly: 'scripts/nightly.mjs',
  examples: 'examples/run.mjs',
  site: 'scripts/siteChecks.mjs',
  compilers: 'scripts/check.mjs compilers',
  shape: 'scripts/check.mjs shape',
  api: 'scripts/check.mjs api',
  browsers: 'scripts/check.mjs browsers',
  specification: 'scripts/check.mjs specification',
  documents: 'scripts/check.mjs documents',
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`)
  process.exit(1)
}

await ensureInstalled()
const { execaNode } = await import('execa')
const logs = join(root, '.cache/test-all')
mkdirSync(logs, { recursive: true })
/** @type {import('./tests/suiteTable.mjs').SuiteRun[]} */
const runs = []
for (const name of wanted.length > 0 ? wanted : Object.keys(SUITES)) {
  console.log(`\n${name}`)
  const [script = '', ...args] = (SUITES[name] ?? '').split(' ')
  const log = join(logs, `${name}.log`)
  const output = /** @type {const} */ (['inherit', { file: log }])
  // Output goes to the terminal and to the log of the suite, where the table finds the counts.
  const { exitCode = 1, durationMs } = await execaNode(script, args, {
    ...{ cwd: root, node: true, nodeOptions: [], stdout: output, stderr: [...output], reject: false },
  })
  runs.push({ name, seconds: durationMs / 1000, code: exitCode, output: readFileSync(log, 'utf8') })
}
const { lines, ok } = suiteTable(runs)
console.log(lines.join('\n'))
process.exitCode = ok ? 0 : 1
