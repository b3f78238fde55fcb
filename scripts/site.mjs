import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build/ensureBuilt.mjs'
import { DEMO, ensureInstalled, root } from './ensureInstalled.mjs'

// npm run docs: builds the documentation site and serves it. npm run docs:build: builds it into docs/dist.
// npm run docs -- dev: serves it from its sources while they are edited, without the search, which a build makes.

const [command = 'preview', ...options] = process.argv.slice(2)
await ensureInstalled([...DEMO, 'docs'])
console.log('Building …')
const { ok } = await ensureBuilt({
  folders: command === 'dev' ? ['packages/telltale', 'packages/local'] : ['docs'],
  // Astro names each page as it is made: the site takes a minute or more.
  showsOutput: command !== 'dev',
})
if (!ok) process.exit(1)
if (command === 'build') console.log('The site is in docs/dist.')
else
  process.exitCode =
    spawnSync('npm', ['run', command, '--workspace', 'docs', '--', ...options], { cwd: root, stdio: 'inherit' })
      .status ?? 1
