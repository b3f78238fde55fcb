import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './ensureInstalled.mjs'
import { SUITES } from './suites.mjs'
import { tableOf } from './tests/tableOf.mjs'

// npm run suite [-- <suite> [<part of a file's path> …]]: one suite of tests, or the table of them.
// npm run suite -- all [<suite> …]: one after another, whatever fails.

const [name, ...words] = process.argv.slice(2)
const unknown = (name === 'all' ? words : [name ?? 'all']).filter((one) => one !== 'all' && !(one in SUITES))
if (name === undefined) console.log(usage())
else if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: all, ${Object.keys(SUITES).join(', ')}.`)
  process.exitCode = 1
} else if (name === 'all') {
  await ensureInstalled()
  const { runAll } = await import('./tests/runAll.mjs')
  process.exitCode = await runAll(words.length > 0 ? words : Object.keys(SUITES))
} else await run(SUITES[name], words)

/** @param {import('./suites.mjs').Suite | undefined} suite @param {readonly string[]} filters */
async function run({ plan = [], program, workspaces, builds = [], outside = [] } = { proves: '', takes: '' }, filters) {
  if (outside.length > 0) {
    const { ensureOutside } = await import('./ensureOutside.mjs')
    await ensureOutside(outside)
  }
  if (program)
    process.exitCode =
      spawnSync(process.execPath, [...program, ...filters], { cwd: root, stdio: 'inherit' }).status ?? 1
  else {
    const { runSuites } = await import('./tests/runSuites.mjs')
    await runSuites(plan, { filters, workspaces, builds })
  }
}

function usage() {
  const rows = Object.entries(SUITES).map(([suite, { proves, takes }]) => [suite, takes, proves])
  const minutes = rows.reduce((sum, [, takes]) => sum + Number.parseInt(takes ?? '', 10), 0)
  return `${tableOf([...rows, ['all', `${minutes} min`, 'All of these, one after another; a failure stops nothing. `npm run suite -- all engines relay` runs these two.']])}

npm run suite -- <suite> runs one. Further words choose its test files, or its engines:
npm run suite -- delivery hanging · npm run suite -- engines firefox killed`
}
