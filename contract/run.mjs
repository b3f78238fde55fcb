import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, TESTS } from '../scripts/ensureInstalled.mjs'

// npm run suite -- contract [node|chromium] [-run <pattern>]: the vendor's tests of client-side SDKs, with the flag client. All arguments
// but the places are options of the harness.

/** The test service of each place in which the client runs. @type {Readonly<Record<string, string>>} */
const PLACES = { node: 'startNodeService', chromium: 'startChromiumService' }
/** A harness that runs longer than this hangs, in milliseconds. */
const ENDS_WITHIN_MS = 30 * 60_000

const args = process.argv.slice(2)
const named = Object.keys(PLACES).filter((place) => args.includes(place))
const options = args.filter((arg) => !(arg in PLACES))

await ensureInstalled(TESTS)
const { execa } = await import('execa')
const { defaultServerConditions, runnerImport } = await import('vite')
const { ensureBrowser } = await import('../scripts/ensureBrowser.mjs')
const { ensureGoTool, harness } = await import('./goTool.mjs')
const tool = await ensureGoTool(harness)
ensureBrowser()
const { freePort } = await importSource('listen.ts')

const total = { passed: 0, failed: 0 }
for (const place of named.length > 0 ? named : Object.keys(PLACES)) await testIn(place)
console.log(`Tests: ${total.passed} passed, ${total.failed} failed`)
// A client that was left open must not keep this process running.
process.exit()

/** @param {string} place */
async function testIn(place) {
  const log = `.cache/contract/${place}.log`
  const failures = join(root, `.cache/contract/${place}.failures`)
  console.log(`\nThe flag client in ${place} (full log in ${log})`)
  mkdirSync(join(root, '.cache/contract'), { recursive: true })
  for (const file of [join(root, log), failures]) rmSync(file, { force: true })

  const start = PLACES[place] ?? ''
  const service = await (await importSource(`service/${start}.ts`))[start]()
  const addresses = ['-url', service.url, '-host', '127.0.0.1', '-port', String(await freePort())]
  const { exitCode, all } = await execa(tool, [...addresses, '-record-failures', failures, ...options], {
    ...{ stdout: ['pipe', { file: join(root, log) }], all: true, reject: false, timeout: ENDS_WITHIN_MS },
  })
  await service.close()

  const [summary, ran] = /^Test Summary: .*?(\d+) ran.*$/m.exec(all ?? '') ?? []
  const failed = readLines(failures)
  console.log([summary ?? all, ...failed.map((name) => `  failed: ${name}`)].join('\n'))
  total.passed += Number(ran ?? 0) - failed.length
  total.failed += failed.length
  // A harness that ran no test has not tested anything, whatever its exit code is.
  if (exitCode === 0 && Number(ran) > 0) return
  console.log(`FAILED: the harness ended with code ${exitCode} after ${ran ?? 0} tests.`)
  process.exitCode = 1
}

/** A TypeScript module of `src`, with the sources of the library. @param {string} path @returns {Promise<any>} */
async function importSource(path) {
  const conditions = ['@telltale/source', ...defaultServerConditions]
  const { module } = await runnerImport(join(import.meta.dirname, 'src', path), {
    configFile: false,
    root,
    logLevel: 'warn',
    environments: { inline: { resolve: { conditions, externalConditions: conditions, noExternal: ['telltale'] } } },
  })
  return module
}

/** @param {string} file */
function readLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
