import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build/ensureBuilt.mjs'
import { DEMO, ensureInstalled, root } from './ensureInstalled.mjs'

// npm run docs [-- dev]: builds the documentation site into docs/dist, or serves it from its sources.

const [command, ...options] = process.argv.slice(2)
const isDev = command === 'dev'
await ensureInstalled([...DEMO, 'docs'])
console.log('Building …')
const { ok } = await ensureBuilt({ folders: isDev ? ['packages/telltale', 'packages/local/services'] : ['docs'] })
if (ok && isDev)
  spawnSync('npm', ['run', 'dev', '--workspace', 'docs', '--', ...options], { cwd: root, stdio: 'inherit' })
else if (ok) console.log('The site is in docs/dist.')
process.exitCode = ok ? 0 : 1
