import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run api writes the reports; --check compares them with what is committed. Both read the built declaration files.

const isCheck = process.argv.includes('--check')
const home = join(root, 'packages/telltale')
const kept = join(home, 'api')
const fresh = join(root, '.cache/api')

await ensureInstalled()
if (!isCheck) {
  const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
  if (!(await ensureBuilt({ types: true, folders: ['packages/telltale'] })).ok) process.exit(1)
}
const { reportEntry } = await import('./api/reportEntry.mjs')
const { differences } = await import('./api/differences.mjs')

const { exports: entryPoints } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
/** @type {[string, string][]} */
const entries = Object.entries(entryPoints)
  .filter(([, target]) => typeof target === 'object')
  .map(([key, { types }]) => [key === '.' ? 'index' : key.slice('./'.length).replaceAll('/', '-'), types])

rmSync(fresh, { recursive: true, force: true })
for (const folder of [fresh, kept]) mkdirSync(folder, { recursive: true })
const problems = entries.flatMap(([name, types]) => {
  const { problems: found } = reportEntry(name, { home, types, into: fresh })
  return isCheck ? [...found, ...changesOf(name)] : found
})

const known = new Set(entries.map(([name]) => `${name}.api.md`))
for (const file of readdirSync(kept).filter((one) => !known.has(one))) {
  if (isCheck) problems.push(`packages/telltale/api/${file} is the report of an entry that is no more.`)
  else rmSync(join(kept, file))
}
if (!isCheck) for (const file of known) writeFileSync(join(kept, file), read(join(fresh, file)))

for (const problem of problems) console.log(problem)
if (isCheck && problems.length > 0)
  console.log('If the change of the API is meant: npm run api, and commit what it writes.')
process.exitCode = problems.length > 0 ? 1 : 0

/** @param {string} name */
function changesOf(name) {
  const file = `${name}.api.md`
  if (!existsSync(join(kept, file))) return [`packages/telltale/api/${file} is missing.`]
  const changed = differences(read(join(kept, file)), read(join(fresh, file)))
  return changed ? [`packages/telltale/api/${file} is not the API of this build:\n${changed}`] : []
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
