import { ensureInstalled } from './ensureInstalled.mjs'
import { engineOptions, USAGE } from './engines/engineOptions.mjs'
import { playwrightRunner, runSuites, vitestRunner } from './tests/runSuites.mjs'

// npm run test:engines [-- chromium|firefox|webkit …] [-- <part of a file's path> …]:
// the browser tests, in the engines in which `npm test` does not run them, and the delivery tests that engines can tell apart.

/** EX_TEMPFAIL: an engine could not be installed here. */
const UNAVAILABLE = 75

const read = engineOptions(process.argv.slice(2))
if (read.type === 'help') console.log(USAGE)
else if (read.type === 'wrong') {
  console.error(`${read.sentence}\n\n${USAGE}`)
  process.exitCode = 1
} else await main(read)

/** @param {{ engines: readonly import('./engines/engineNames.mjs').EngineName[], filters: readonly string[] }} options */
async function main({ engines, filters }) {
  await ensureInstalled()
  const { ensureEngine } = await import('./engines/ensureEngine.mjs')
  /** @type {string[]} */
  const sentences = []
  const runners = []
  for (const name of engines) {
    // Chromium is ensured with every run.
    const engine = name === 'chromium' ? undefined : await ensureEngine(name)
    if (engine?.type === 'unavailable') {
      sentences.push(`${engine.sentence}\nThe tests in it were not run.`)
      continue
    }
    if (name !== 'chromium')
      runners.push(vitestRunner({ name: `${name} browser`, config: 'vitest.engines.config.ts', project: name }))
    runners.push(playwrightRunner({ name, config: 'e2e/engines.config.ts', project: name }))
  }
  if (runners.length > 0) await runSuites({ command: 'npm run test:engines', runners, filters })
  for (const sentence of sentences) console.error(sentence)
  if (sentences.length > 0 && !process.exitCode) process.exitCode = UNAVAILABLE
}
