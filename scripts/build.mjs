import { ensureInstalled } from './ensureInstalled.mjs'

// npm run build: everything that is out of date, declaration files included.

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
const { ok } = await ensureBuilt({ types: true })
if (ok) console.log('Everything is built.')
process.exitCode = ok ? 0 : 1
