import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run docs [-- dev]: builds the documentation site into docs/dist, or serves it from its sources.

const isDev = process.argv[2] === 'dev'

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
const { ok } = await ensureBuilt({ folders: isDev ? ['packages/telltale', 'packages/local/services'] : ['docs'] })
if (ok && isDev) await serve()
else if (ok) console.log('The site is in docs/dist.')
process.exitCode = ok ? 0 : 1

async function serve() {
  const { execa } = await import('execa')
  const options = /** @type {const} */ ({
    cwd: join(root, 'docs'),
    env: { ASTRO_TELEMETRY_DISABLED: '1' },
    preferLocal: true,
    localDir: root,
    stdio: 'inherit',
    reject: false,
  })
  await execa('node', ['plugins/writeApiPages.mjs'], options)
  await execa('astro', ['dev', ...process.argv.slice(3)], options)
}
