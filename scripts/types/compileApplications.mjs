import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { runNode } from '../runNode.mjs'

/** What an application of `compilers/` uses besides the library. */
const OTHER_PACKAGES = [
  '@intercom/messenger-js-sdk',
  '@launchdarkly/js-client-sdk',
  '@launchdarkly/node-server-sdk',
  '@types/intercom-web',
  '@types/react',
  'arktype',
  'expect-type',
  'launchdarkly-js-client-sdk',
  'react',
  'valibot',
  'zod',
]

/** Files that are compiled a second time without `exactOptionalPropertyTypes`: some applications have it, others do not. */
const ALSO_INEXACT = ['injectedClients.ts']

/**
 * @typedef {{ application: string, file: string, line: number, code: string, message: string }} Finding
 * @typedef {{ compiler: string, library: string, folder: string }} Compilation `compiler`: the folder in whose `node_modules` it
 *   is; `library`: the unpacked tarball; `folder`: to work in
 */

/**
 * Compiles applications as their authors have them: with the library as it is published, far from its sources. One process compiles
 * all of them, since it reads the types that they share once.
 *
 * @param {readonly string[]} applications their names in `compilers/`
 * @param {Compilation} compilation
 * @returns {Promise<Finding[]>}
 */
export async function compileApplications(applications, { compiler, library, folder }) {
  const modules = join(folder, 'node_modules')
  cpSync(library, join(modules, 'telltale'), { recursive: true })
  for (const name of OTHER_PACKAGES) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(modules, name))
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const projects = [...applications]
  for (const application of applications) {
    const source = join(root, 'compilers', application)
    const files = readdirSync(source).filter((file) => /\.tsx?$/.test(file))
    mkdirSync(join(folder, application))
    for (const file of files) cpSync(join(source, file), join(folder, application, file))
    const write = (/** @type {string} */ name, /** @type {object} */ content) =>
      writeFileSync(join(folder, application, name), JSON.stringify(content))
    write('tsconfig.json', { compilerOptions: SETTINGS, files })
    const inexact = files.filter((file) => ALSO_INEXACT.includes(file))
    if (!inexact[0]) continue
    write(INEXACT, { compilerOptions: { ...SETTINGS, exactOptionalPropertyTypes: false }, files: inexact })
    projects.push(`${application}/${INEXACT}`)
  }

  const tsc = join(compiler, 'node_modules/typescript/bin/tsc')
  const { ok, output } = await runNode([tsc, '-b', ...projects, '--pretty', 'false'], { cwd: folder })
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

const INEXACT = 'tsconfig.inexact.json'

/** @param {string} line @returns {Finding[]} */
function findingOf(line) {
  const found = /^(.+)\/(.+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line)
  if (!found) return []
  const [, application = '', file = '', number = '', code = '', message = ''] = found
  return [{ application, file, line: Number(number), code, message }]
}
