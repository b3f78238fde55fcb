import { DEMO, ensureInstalled } from './ensureInstalled.mjs'
import { ensureBuilt } from './build/ensureBuilt.mjs'

// npm run build: everything that is out of date, declaration files included.

const folders = [...DEMO, 'packages/collector']

await ensureInstalled(['.', ...folders])
const { ok } = await ensureBuilt({ types: true, folders })
process.exitCode = ok ? 0 : 1
