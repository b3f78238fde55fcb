import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run check -- compilers: compiles the applications of compilers/ with each TypeScript that is supported, against the library as
// it is published.

await ensureInstalled()
const { installPackage } = await import('./shape/installPackage.mjs')
const { compileApplications } = await import('./types/compileApplications.mjs')
const { judgeFindings } = await import('./types/judgeFindings.mjs')

/** Where each version of the compiler is installed. */
const COMPILERS = { 5.9: 'compilers/5.9', '6.0': '.', '7.0': 'compilers/7.0' }
const APPLICATIONS = ['registered', 'gradual', 'unregistered']

const folder = join(root, '.cache/compilers', String(process.pid))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const library = await installPackage('packages/telltale', folder)
const mistakes = Object.fromEntries(
  APPLICATIONS.map((name) => [name, readFileSync(join(root, 'compilers', name, 'wrong.ts'), 'utf8')]),
)
/** @type {string[]} */
const problems = []
for (const [version, place] of Object.entries(COMPILERS)) {
  const compiler = join(root, place)
  const manifest = join(compiler, 'node_modules/typescript/package.json')
  const { version: actual } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (!actual.startsWith(`${version}.`)) problems.push(`${place} has TypeScript ${actual}, not ${version}`)
  const findings = await compileApplications(APPLICATIONS, { compiler, library, folder: join(folder, version) })
  problems.push(...judgeFindings(findings, mistakes).map((problem) => `TypeScript ${actual}: ${problem}`))
}

for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
