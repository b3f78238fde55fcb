import { join } from 'node:path'
import { contractOptions, USAGE } from './contract/contractOptions.mjs'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run test:contract [-- node|chromium] [-run <pattern>]: the vendor's tests of client SDKs, against the flag client.

const read = contractOptions(process.argv.slice(2))
if (read.type === 'help') end(0, USAGE)
else if (read.type === 'wrong') end(1, `${read.sentence}\n\n${USAGE}`)
else await main(read.options)

/** @param {import('./contract/contractOptions.mjs').ContractOptions} options */
async function main({ places, patterns }) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))
  await ensureInstalled()
  const { ensureGoTool } = await import('./contract/ensureGoTool.mjs')
  const { harness, REFUSED } = await import('./contract/goTool.mjs')
  const tool = await ensureGoTool(harness)
  if (tool.type !== 'found') {
    return end(tool.type === 'refused' ? REFUSED : 1, `${tool.sentence}\nThe contract tests were not run.`)
  }

  let isWell = true
  for (const place of places) isWell = (await test(place, { tool: tool.path, patterns })) && isWell
  // A page or a client that was left behind must not keep this process.
  process.exit(isWell ? 0 : 1)
}

/**
 * @param {import('./contract/contractOptions.mjs').Place} place
 * @param {{ tool: string, patterns: readonly string[] }} needs
 */
async function test(place, { tool, patterns }) {
  const { judgeRun } = await import('./contract/judgeRun.mjs')
  const { runHarness } = await import('./contract/runHarness.mjs')
  const log = `.cache/contract/${place}.log`
  console.log(`\nThe flag client in ${place} (full log in ${log})`)
  const began = Date.now()
  const service = await start(place)
  try {
    const run = await runHarness(tool, { url: service.url, patterns, log: join(root, log) })
    const { ok, lines } = judgeRun({ ...run, isNarrowed: patterns.length > 0 })
    console.log(lines.join('\n'))
    console.log(`${ok ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - began) / 1000)} s`)
    return ok
  } finally {
    await service.close()
  }
}

/**
 * @param {import('./contract/contractOptions.mjs').Place} place
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
async function start(place) {
  const { importSource } = await import('./contract/importSource.mjs')
  if (place === 'node') return (await importSource('contract/src/service/startNodeService.ts')).startNodeService()
  const { ensureBrowser } = await import('./ensureBrowser.mjs')
  const browser = await ensureBrowser()
  return (await importSource('contract/src/service/startChromiumService.ts')).startChromiumService(browser)
}

/** @param {number} code @param {string} text */
function end(code, text) {
  if (code === 0) console.log(text)
  else console.error(text)
  process.exit(code)
}
