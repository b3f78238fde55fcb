import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run api: writes the public API of each entry to .cache/api, and fails if a public comment is not valid TSDoc. To see what a change
// does to the API, run it on main and on the change, and compare the two folders.

const home = join(root, 'packages/telltale')
const folder = '.cache/api'
process.chdir(root)

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
if (!(await ensureBuilt({ types: true, folders: ['packages/telltale'] })).ok) process.exit(1)
const { reportEntry } = await import('./api/reportEntry.mjs')
const { shareDeclarations } = await import('./api/shareDeclarations.mjs')

/** @type {{ exports: Record<string, string | { types: string }> }} */
const { exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** @type {Map<string, string>} */
const reports = new Map()
const problems = Object.entries(entries).flatMap(([key, target]) => {
  if (typeof target === 'string') return []
  const name = key === '.' ? 'index' : key.slice('./'.length).replaceAll('/', '-')
  const found = reportEntry(name, { home, types: target.types, into: join(root, folder) })
  reports.set(name, readFileSync(join(folder, `${name}.api.md`), 'utf8'))
  return found
})
for (const [name, report] of shareDeclarations(reports)) writeFileSync(join(folder, `${name}.api.md`), report)
for (const problem of problems) console.log(problem)
console.log(`${problems.length} problems; ${reports.size} reports are in ${folder}`)
process.exitCode = problems.length > 0 ? 1 : 0
