import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'
import { installPackage } from '../shape/installPackage.mjs'
import { compileApplications } from './compileApplications.mjs'

const PATIENCE_MS = 300_000
const APPLICATIONS = ['registered', 'unregistered']
const folder = join(root, '.cache/compilers', String(process.pid))
let library = ''

beforeAll(async () => {
  library = await installPackage('packages/telltale', folder)
}, PATIENCE_MS)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each([
  ['5.9', join(root, 'compilers/5.9')],
  ['6.0', root],
  ['7.0', join(root, 'compilers/7.0')],
])('TypeScript %s, given the library as it is published,', (version, compiler) => {
  /** @type {Awaited<ReturnType<typeof compileApplications>>} */
  let findings
  beforeAll(async () => {
    findings = await compileApplications(APPLICATIONS, { compiler, library, folder: join(folder, version) })
  }, PATIENCE_MS)

  test('is the version that is meant', () => {
    const { version: actual } = JSON.parse(readFileSync(join(compiler, 'node_modules/typescript/package.json'), 'utf8'))
    expect(actual).toMatch(new RegExp(`^${version}\\.`))
  })

  test.each(APPLICATIONS)(
    'finds every mistake in an application that has its flags and events %s, and nothing else',
    (application) => {
      const wrong = readFileSync(join(root, 'compilers', application, 'wrong.ts'), 'utf8').split('\n')
      const expected = wrong.flatMap((line, index) => (line.endsWith('// wrong') ? [`wrong.ts:${index + 1}`] : []))
      expect(expected.length).toBeGreaterThan(3)
      const found = findings.filter((finding) => finding.application === application)
      expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(expected)
    },
  )

  test('finds nothing in the library itself', () => {
    expect(findings.filter(({ application }) => !APPLICATIONS.includes(application))).toEqual([])
  })
})
