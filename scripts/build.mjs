import { DEMO, ensureInstalled } from './ensureInstalled.mjs'
import { ensureBuilt } from './build/ensureBuilt.mjs'

// npm run build: everything that is out of date, declaration files included.

await ensureInstalled(['.', ...DEMO])
const { ok } = await ensureBuilt({ types: true })
process.exitCode = ok ? 0 : 1
