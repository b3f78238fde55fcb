import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run sizes: the size of each entry of the library, alone and together, next to its goal and to the size on main.

await ensureInstalled()
const { execa } = await import('execa')
const { judgeSizes } = await import('./sizes/judgeSizes.mjs')
const { measureSizes } = await import('./sizes/measureSizes.mjs')
const { exportCommit, findBase } = await import('./sizes/base.mjs')

/** @type {{ rows: import('./sizes/judgeSizes.mjs').Row[] }} */
const { rows } = JSON.parse(readFileSync(join(root, 'scripts/sizes.json'), 'utf8'))
const git = async (/** @type {string[]} */ ...args) => (await execa('git', args, { cwd: root, reject: false })).stdout

const now = await measureSizes(rows, join(root, 'packages/telltale'))
const base = await findBase(git)
const before = base ? await measureSizes(rows, await exportCommit(base)) : new Map()
const reason = base
  ? await git('log', `${base}..HEAD`, '--format=%(trailers:key=Size-increase,valueonly,separator=%x20)')
  : ''
const { lines, problems } = judgeSizes(rows, { now, before, reason: reason.trim() })
console.log(lines.join('\n'))
if (!base) console.log('There is no other commit of main to compare with.')
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
