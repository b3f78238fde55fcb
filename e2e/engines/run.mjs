import { parseArgs } from 'node:util'
import { engineNames } from '../../stage/engines/engineNames.mjs'
import { ENGINES, ensureInstalled } from '../../scripts/ensureInstalled.mjs'
import { runSuites } from '../../scripts/tests/runSuites.mjs'

// npm run suite -- engines [chromium|firefox|webkit …] [<part of a file's path> …]: the browser tests, in the engines in which
// `npm test` does not run them, and the delivery tests whose result can depend on the engine. `--suite` names another group of
// projects of this workspace: `exit-rates`, `truth`, `versions` and `losses`.

/** EX_TEMPFAIL: an engine cannot be installed on this machine. */
const UNAVAILABLE = 75

const options = /** @type {const} */ ({ suite: { type: 'string', default: 'engines' } })
const { positionals, values } = parseArgs({ allowPositionals: true, options })
/** @type {readonly string[]} */
const names = engineNames
const named = engineNames.filter((name) => positionals.includes(name))
const filters = positionals.filter((word) => !names.includes(word))

await ensureInstalled(ENGINES)
const { ensureEngine } = await import('../../scripts/ensureBrowser.mjs')
/** @type {import('../../scripts/tests/runSuites.mjs').PlannedSuite[]} */
const planned = []
const missing = []
for (const project of named.length > 0 ? named : engineNames) {
  const sentence = ensureEngine(project)
  if (sentence) {
    missing.push(`${sentence}\nThe tests in it were not run.`)
    continue
  }
  if (project !== 'chromium' && values.suite === 'engines')
    planned.push({
      name: `${project} browser`,
      runner: 'vitest',
      config: 'e2e/engines/vitest.config.ts',
      projects: [project],
    })
  planned.push({ name: project, runner: 'playwright', config: 'e2e/playwright.config.ts', ...playedBy(project) })
}
if (planned.length > 0) await runSuites(planned, { filters, workspaces: ENGINES })
for (const sentence of missing) console.error(sentence)
if (missing.length > 0) process.exitCode ||= UNAVAILABLE

/** @param {string} engine */
function playedBy(engine) {
  // Histories are played at the same time within the one test of an engine.
  return {
    projects: [`${values.suite}-${engine}`],
    ...(['truth', 'versions', 'losses'].includes(values.suite) && { workers: 1 }),
  }
}
