import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run test:relay: the flag client in Chromium against the vendor's own Relay Proxy, across origins.

/** How long a change may take to reach the page, in milliseconds: the relay looks at its file every 100. */
const CHANGES_WITHIN_MS = 10_000
const LOG = '.cache/relay/relay.log'

await ensureInstalled()
const { ensureGoTool, relay: tool } = await import('./contract/goTool.mjs')
const binary = await ensureGoTool(tool)
const { ensureBrowser } = await import('./ensureBrowser.mjs')
ensureBrowser()
const { importSource } = await import('./contract/importSource.mjs')
const { relayBrowser } = await import('./relay/relayBrowser.mjs')
const { relayChecks, runRelayChecks } = await import('./relay/relayChecks.mjs')
const { startRelay } = await import('./relay/startRelay.mjs')
const { buildPage } = await importSource('contract/src/page/buildPage.ts')
const { servePage } = await importSource('contract/src/page/servePage.ts')

console.log(`The flag client against ${tool.what} ${tool.version} (its log is in ${LOG})`)
const relay = await startRelay(binary, join(root, LOG))
const browser = await relayBrowser(await servePage(await buildPage('relayPage')))
const names = Object.keys(relayChecks)
const needs = { page: await browser.openPage(), relay, within: CHANGES_WITHIN_MS }
const failed = await runRelayChecks(names, needs, console.log)
console.log(`Relay: ${names.length - failed.length} passed, ${failed.length} failed`)
await browser.close()
await relay.stop()
process.exit(failed.length > 0 ? 1 : 0)
