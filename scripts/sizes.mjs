import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run sizes: what each entry of the library weighs, alone and together, and how much of its budget that is.

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
if (!(await ensureBuilt({ folders: ['packages/telltale'] })).ok) process.exit(1)
const { judgeSizes, subjectsOf } = await import('./sizes/judgeSizes.mjs')
const { measure } = await import('./sizes/measure.mjs')

const budgets = JSON.parse(readFileSync(join(root, 'scripts/sizes.json'), 'utf8'))
const { exports: entryPoints } = JSON.parse(readFileSync(join(root, 'packages/telltale/package.json'), 'utf8'))
const entries = Object.keys(entryPoints)
  .filter((key) => typeof entryPoints[key] === 'object')
  .map((key) => key.replace(/^\./, 'telltale'))

const { subjects, problems: gone } = subjectsOf(entries, budgets)
const measured = []
for (const subject of subjects) measured.push({ subject, size: await measure(subject.entries, root) })
const { table, problems } = judgeSizes(measured)

for (const line of [...table, '', ...gone, ...problems]) console.log(line)
process.exitCode = gone.length + problems.length > 0 ? 1 : 0
