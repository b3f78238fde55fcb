import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { runNode } from '../runNode.mjs'

/** What an application of `compilers/` uses besides the library. */
const OTHER_PACKAGES = [
  '@launchdarkly/node-server-sdk',
  '@types/react',
  'arktype',
  'expect-type',
  'react',
  'valibot',
  'zod',
]

/**
 * @typedef {{ file: string, line: number, code: string, message: string }} Finding
 * @typedef {{ application: string, compiler: string, library: string, folder: string }} Compilation `application`: its name in
 *   `compilers/`; `compiler`: the folder in whose `node_modules` it is; `library`: the unpacked tarball; `folder`: to work in
 */

/**
 * Compiles an application as its author has it: with the library as it is published, far from its sources.
 *
 * @param {Compilation} compilation
 * @returns {Promise<Finding[]>}
 */
export async function compileApplication({ application, compiler, library, folder }) {
  const modules = join(folder, 'node_modules')
  cpSync(library, join(modules, 'telltale'), { recursive: true })
  for (const name of OTHER_PACKAGES) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(modules, name))
  }
  const source = join(root, 'compilers', application)
  const files = readdirSync(source).filter((file) => /\.tsx?$/.test(file))
  for (const file of files) cpSync(join(source, file), join(folder, file))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: SETTINGS, files }))

  const tsc = join(compiler, 'node_modules/typescript/bin/tsc')
  const { ok, output } = await runNode([tsc, '-p', '.', '--pretty', 'false'], { cwd: folder })
  const findings = output.split('\n').flatMap(findingOf)
  if (!ok && findings.length === 0) throw new Error(output)
  return findings
}

const SETTINGS = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2022', 'DOM'],
  types: [],
  jsx: 'react-jsx',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
}

/** @param {string} line @returns {Finding[]} */
function findingOf(line) {
  const found = /^(.+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line)
  if (!found) return []
  const [, file = '', number = '', code = '', message = ''] = found
  return [{ file, line: Number(number), code, message }]
}
