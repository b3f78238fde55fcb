import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run test:relay: the flag client in Chromium against the vendor's own Relay Proxy, across origins.

/** How long a change may take to reach the page, in milliseconds: the relay looks at its file every 100. */
const CHANGES_WITHIN_MS = 10_000
const LOG = '.cache/relay/relay.log'

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))
await ensureInstalled()
const { ensureGoTool } = await import('./contract/ensureGoTool.mjs')
const tools = await import('./contract/goTool.mjs')
const tool = await ensureGoTool(tools.relay)
if (tool.type !== 'found') {
  console.error(`${tool.sentence}\nThe checks of the relay were not run.`)
  process.exit(tool.type === 'refused' ? tools.REFUSED : 1)
}
process.exit((await check(tool.path)) ? 0 : 1)

/** @param {string} binary */
async function check(binary) {
  const { ensureBrowser } = await import('./ensureBrowser.mjs')
  const executablePath = await ensureBrowser()
  const { importSource } = await import('./contract/importSource.mjs')
  const { relayBrowser } = await import('./relay/relayBrowser.mjs')
  const { relayChecks, runRelayChecks } = await import('./relay/relayChecks.mjs')
  const { startRelay } = await import('./relay/startRelay.mjs')
  const { buildPage } = await importSource('contract/src/page/buildPage.ts')
  const { servePage } = await importSource('contract/src/page/servePage.ts')

  console.log(`The flag client against ${tools.relay.what} ${tools.relay.version} (its log is in ${LOG})`)
  const relay = await startRelay(binary, join(root, LOG))
  try {
    const browser = await relayBrowser({ script: await buildPage('relayPage'), servePage, executablePath })
    try {
      const needs = { page: await browser.openPage(), relay, within: CHANGES_WITHIN_MS }
      const { passed, failed } = await runRelayChecks(relayChecks, needs, console.log)
      console.log(`Relay: ${passed} passed, ${failed} failed`)
      return failed === 0
    } finally {
      await browser.close()
    }
  } finally {
    await relay.stop()
  }
}
