import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run browsers writes the table of docs/src/content/docs/trust/browsers.md; --check compares it, and the versions that are stated, with the bundle.

const isCheck = process.argv.includes('--check')
const home = join(root, 'packages/telltale')
const PAGE = 'docs/src/content/docs/trust/browsers.md'
const STATING = ['README.md', PAGE]

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
if (!(await ensureBuilt({ folders: ['packages/telltale'] })).ok) process.exit(1)
const { default: tables } = await import('@mdn/browser-compat-data', { with: { type: 'json' } })
const { replaceSection } = await import('../bench/writeSection.mjs')
const { bundledSources } = await import('./browsers/bundledSources.mjs')
const { compatRow } = await import('./browsers/compatRow.mjs')
const { judgeApis } = await import('./browsers/judgeApis.mjs')
const { newSyntax } = await import('./browsers/newSyntax.mjs')
const { apiTable, statement } = await import('./browsers/statement.mjs')
const { programOf, touchedApis } = await import('./browsers/touchedApis.mjs')
const { usedIfThere } = await import('./browsers/usedIfThere.mjs')
const { testTitles } = await import('./specification/testTitles.mjs')

/** What an application ships: all entries but those for its tests. */
const { exports: entryPoints } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const entries = Object.entries(entryPoints).flatMap(([entry, target]) =>
  typeof target === 'object' && !entry.startsWith('./testing') ? [join(home, target.default)] : [],
)
const { modules, sources } = bundledSources(entries)
const touches = touchedApis(programOf(home, sources), sources).map((touch) => ({
  ...touch,
  place: relative(root, touch.place),
}))
const judged = judgeApis(touches, { rowOf: (touch) => compatRow(tables, touch), usedIfThere, titlesOf })
const { oldest } = judged
const findings = [...judged.findings, ...(await newSyntax(modules, oldest)).map((one) => relative(root, one))]

const before = readFileSync(join(root, PAGE), 'utf8')
const measured = { count: touches.length, tables: tables['__meta'].version }
const after = replaceSection(before, 'apis', apiTable(judged, measured))
if (!isCheck) writeFileSync(join(root, PAGE), after)
else if (after !== before) findings.push(`${PAGE}  The table is not that of this bundle: npm run browsers`)
for (const page of STATING)
  if (!readFileSync(join(root, page), 'utf8').includes(statement(oldest)))
    findings.push(`${page}  The oldest browsers are to be stated as “${statement(oldest)}”.`)

for (const finding of findings) console.log(finding)
console.log(`${touches.length} browser and language APIs, ${modules.length} modules: ${statement(oldest)}`)
process.exitCode = findings.length > 0 ? 1 : 0

/** @param {string} path */
function titlesOf(path) {
  const file = join(root, path)
  return existsSync(file) ? testTitles(path, readFileSync(file, 'utf8')) : undefined
}
