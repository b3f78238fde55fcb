import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldersOf, licensesText } from './thirdPartyLicenses.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-licenses-'))
  const files = {
    'node_modules/plain/package.json': '{"name":"plain"}',
    'node_modules/plain/index.js': '',
    'node_modules/@scope/nested/package.json': '{"name":"@scope/nested"}',
    'node_modules/@scope/nested/esm/package.json': '{"type":"module"}',
    'node_modules/@scope/nested/esm/deep/index.js': '',
    'packages/own/package.json': '{"name":"own"}',
    'packages/own/index.js': '',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})
afterEach(() => rmSync(root, { recursive: true }))

test.each([
  ['node_modules/plain/index.js', ['node_modules/plain']],
  ['node_modules/plain/index.js?v=1', ['node_modules/plain']],
  ['\0node_modules/plain/index.js?commonjs-module', ['node_modules/plain']],
  ['node_modules/@scope/nested/esm/deep/index.js', ['node_modules/@scope/nested']],
  ['packages/own/index.js', []],
  ['node_modules/gone/index.js', []],
])('the module %j is in the package %j', (path, folders) => {
  const id = path.startsWith('\0') ? `\0${join(root, path.slice(1))}` : join(root, path)
  expect([...foldersOf([id, '\0virtual:module'])]).toEqual(folders.map((folder) => join(root, folder)))
})

test('the file names each package with its version and the text of its licence', () => {
  const packages = [
    { name: 'b', version: '2.0.0', license: 'ISC', text: '' },
    { name: 'a', version: '1.0.0', license: 'MIT', text: 'Copyright (c) A' },
  ]
  expect(licensesText(packages)).toBe(
    '# Licences\n\nThis site contains code of the following packages.\n\n## a - 1.0.0 (MIT)\n\nCopyright (c) A\n\n## b - 2.0.0 (ISC)\n',
  )
})
