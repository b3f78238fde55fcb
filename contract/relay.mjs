import { ensureInstalled, TESTS } from '../scripts/ensureInstalled.mjs'
import { runSuites } from '../scripts/tests/runSuites.mjs'

// npm run suite -- relay: the flag client in Chromium, with the vendor's Relay Proxy on another origin.

await ensureInstalled(TESTS)
const { ensureGoTool, relayProxy } = await import('./goTool.mjs')
await ensureGoTool(relayProxy)
await runSuites([{ name: relayProxy.title, runner: 'playwright', config: 'contract/playwright.config.ts' }])
