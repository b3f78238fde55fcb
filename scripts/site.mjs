import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build/ensureBuilt.mjs'
import { DEMO, ensureInstalled, root } from './ensureInstalled.mjs'

// npm run docs: builds the documentation site and serves it. npm run docs:build: builds it into docs/dist.
// npm run docs -- dev: serves it from its sources while they are edited, without the search, which a build makes.
// npm run docs -- pictures: takes the pictures of README and of the site anew, from the demo as it is now.

const [command = 'preview', ...options] = process.argv.slice(2)
if (command === 'pictures') {
  await ensureInstalled([...DEMO, 'e2e'])
  process.exit(run('screenshots', 'e2e'))
}
await ensureInstalled([...DEMO, 'docs'])
console.log('Building …')
const { ok } = await ensureBuilt({
  folders: command === 'dev' ? ['packages/telltale', 'packages/local'] : ['docs'],
  // Astro names each page as it is made: the site takes a minute or more.
  showsOutput: command !== 'dev',
})
if (!ok) process.exit(1)
if (command === 'build') console.log('The site is in docs/dist.')
else process.exitCode = run(command, 'docs')

/** @param {string} script @param {string} workspace */
function run(script, workspace) {
  const args = ['run', script, '--workspace', workspace, '--', ...options]
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status ?? 1
}
