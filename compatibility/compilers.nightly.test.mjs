import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from './packPackage.mjs'

const PATIENCE_MS = 300_000

/** Where each supported version of TypeScript is installed. */
const COMPILERS = { 5.9: '.cache/tools', '6.0': '.', '7.0': 'compatibility/other-versions' }
// Some applications have `exactOptionalPropertyTypes`, others do not.
const PROJECTS = ['registered', 'gradual', 'unregistered', 'unregistered/tsconfig.inexact.json']

// Inside of the repository: the packages that the applications use are found in the folders above.
const folder = join(root, '.cache/compilers', String(process.pid))

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

beforeAll(async () => {
  await installPackage('packages/telltale', folder)
  for (const name of ['registered', 'gradual', 'unregistered'])
    cpSync(join(root, 'compatibility/applications', name), join(folder, 'compatibility/applications', name), {
      recursive: true,
    })
  const base = readJson(join(root, 'tsconfig.base.json'))
  // Without the condition under which this repository reads the sources of the library.
  base.compilerOptions.customConditions = []
  writeFileSync(join(folder, 'tsconfig.base.json'), JSON.stringify(base))
}, PATIENCE_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// An application marks a mistake with `@ts-expect-error`, which is an error itself if the compiler accepts the mistake.
test.each(Object.entries(COMPILERS))(
  'with the packed library, TypeScript %s accepts correct code in applications and finds the mistakes',
  async (version, place) => {
    const typescript = join(root, place, 'node_modules/typescript')
    expect(readJson(join(typescript, 'package.json')).version).toContain(`${version}.`)
    const args = ['-b', '--force', ...PROJECTS, '--pretty', 'false']
    const options = { cwd: join(folder, 'compatibility/applications'), all: true, reject: false }
    const { failed, all } = await execaNode(join(typescript, 'bin/tsc'), args, options)
    expect(failed, all).toBe(false)
  },
  PATIENCE_MS,
)
