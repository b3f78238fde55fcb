import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run check -- compilers: compiles the applications of compilers/ with each TypeScript that is supported, against the library as
// it is published. A mistake in them that a compiler accepts is a `@ts-expect-error` for nothing, which is an error.

await ensureInstalled()
const { execaNode } = await import('execa')
const { installPackage } = await import('./shape/packPackage.mjs')

/** Where each version of the compiler is installed. */
const COMPILERS = { 5.9: 'compilers/5.9', '6.0': '.', '7.0': 'compilers/7.0' }
const APPLICATIONS = ['registered', 'gradual', 'unregistered']

// Below the root, so that other packages are found there.
const folder = join(root, '.cache/compilers', String(process.pid))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await installPackage('packages/telltale', folder)
cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
for (const name of APPLICATIONS) cpSync(join(root, 'compilers', name), join(folder, name), { recursive: true })
// Applications do not have the condition under which this repository reads the library's sources.
const compilerOptions = { customConditions: [] }
for (const name of APPLICATIONS)
  write(`${name}/tsconfig.json`, { extends: '../tsconfig.base.json', compilerOptions, include: ['*.ts', '*.tsx'] })
// Some applications have exactOptionalPropertyTypes, others do not.
write('unregistered/tsconfig.inexact.json', {
  extends: './tsconfig.json',
  compilerOptions: { exactOptionalPropertyTypes: false },
  include: ['injectedClients.ts'],
})

for (const [version, place] of Object.entries(COMPILERS)) {
  const typescript = join(root, place, 'node_modules/typescript')
  const { version: actual } = JSON.parse(readFileSync(join(typescript, 'package.json'), 'utf8'))
  const projects = [...APPLICATIONS, 'unregistered/tsconfig.inexact.json']
  const args = ['-b', '--force', ...projects, '--pretty', 'false']
  const { failed, all } = await execaNode(join(typescript, 'bin/tsc'), args, { cwd: folder, all: true, reject: false })
  if (failed) console.log(`TypeScript ${actual}:\n${all}`)
  if (!actual.startsWith(`${version}.`)) console.log(`${place} has TypeScript ${actual}, not ${version}.`)
  if (failed || !actual.startsWith(`${version}.`)) process.exitCode = 1
}

/** @param {string} file @param {object} content */
function write(file, content) {
  writeFileSync(join(folder, file), JSON.stringify(content))
}
