import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run test:contract [-- node|chromium] [-run <pattern>]: the vendor's tests of client SDKs, against the flag client. All but the
// places are options of the harness.

/** Where the client runs. */
const PLACES = ['node', 'chromium']

const words = process.argv.slice(2)
const named = PLACES.filter((place) => words.includes(place))
const options = words.filter((word) => !PLACES.includes(word))

await ensureInstalled()
const { ensureGoTool, harness } = await import('./contract/goTool.mjs')
const { importSource } = await import('./contract/importSource.mjs')
const { runHarness } = await import('./contract/runHarness.mjs')
const tool = await ensureGoTool(harness)

let isWell = true
const total = { passed: 0, failed: 0 }
for (const place of named.length > 0 ? named : PLACES) {
  const log = `.cache/contract/${place}.log`
  console.log(`\nThe flag client in ${place} (full log in ${log})`)
  const service = await start(place)
  const { ok, ran, failed, lines } = await runHarness(tool, { url: service.url, options, log: join(root, log) })
  await service.close()
  console.log([...lines, ok ? 'passed' : 'FAILED'].join('\n'))
  isWell &&= ok
  total.passed += ran - failed
  total.failed += failed
}
console.log(`Tests: ${total.passed} passed, ${total.failed} failed`)
// A page or a client that was left behind must not keep this process.
process.exit(isWell ? 0 : 1)

/** @param {string} place @returns {Promise<{ url: string, close(): Promise<void> }>} */
async function start(place) {
  if (place === 'node') return (await importSource('contract/src/service/startNodeService.ts')).startNodeService()
  const { ensureBrowser } = await import('./ensureBrowser.mjs')
  const browser = ensureBrowser()
  return (await importSource('contract/src/service/startChromiumService.ts')).startChromiumService(browser)
}
