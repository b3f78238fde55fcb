import { parseArgs } from 'node:util'
import { engineNames } from './engines/engineNames.mjs'
import { ensureInstalled, TESTS } from './ensureInstalled.mjs'
import { runSuites } from './tests/runSuites.mjs'

// npm run test:engines [-- chromium|firefox|webkit …] [-- <part of a file's path> …]:
// the browser tests, in the engines in which `npm test` does not run them, and the delivery tests that engines can tell apart.
// npm run test:endings: counts what each engine keeps of events that are tracked while the page ends, over a hundred pages of each kind,
// beside a page without Telltale.
// npm run test:truth: plays random histories in each engine, and judges each event from outside.

/** EX_TEMPFAIL: an engine could not be installed here. */
const UNAVAILABLE = 75

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // The name of a configuration in e2e/.
  options: { suite: { type: 'string', default: 'engines' } },
})
const isEngine = (/** @type {string} */ word) => engineNames.some((name) => name === word)
const named = engineNames.filter((name) => positionals.includes(name))
const filters = positionals.filter((word) => !isEngine(word))

await ensureInstalled(TESTS)
const { ensureEngine } = await import('./ensureBrowser.mjs')
/** @type {string[]} */
const sentences = []
/** @type {import('./tests/runSuites.mjs').PlannedSuite[]} */
const planned = []
for (const project of named.length > 0 ? named : engineNames) {
  const sentence = ensureEngine(project)
  if (sentence) {
    sentences.push(`${sentence}\nThe tests in it were not run.`)
    continue
  }
  if (project !== 'chromium' && values.suite === 'engines')
    planned.push({ name: `${project} browser`, runner: 'vitest', config: 'vitest.engines.config.ts', project })
  planned.push({ name: project, runner: 'playwright', config: `e2e/${values.suite}.config.ts`, project })
}
if (planned.length > 0) await runSuites(planned, { filters })
for (const sentence of sentences) console.error(sentence)
if (sentences.length > 0 && !process.exitCode) process.exitCode = UNAVAILABLE
