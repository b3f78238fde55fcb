import { DEMO, ensureInstalled } from './ensureInstalled.mjs'
import { ensureBuilt } from './build/ensureBuilt.mjs'

// npm run build: everything that is out of date, declaration files included.

await ensureInstalled(['.', ...DEMO])
console.log('Building …')
const { ok } = await ensureBuilt({ types: true })
if (ok) console.log('Everything is built.')
process.exitCode = ok ? 0 : 1
