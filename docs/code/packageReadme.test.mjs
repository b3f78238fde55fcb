import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

test('the example of consoleLink has the port at which the local services listen', () => {
  const [, example] = /consoleLink\(\{ url: '([^']+)' \}\)/.exec(read('packages/telltale/src/console.ts')) ?? []
  const [, port] =
    /port: \{ type: 'string', default: '(\d+)' \}/.exec(read('packages/local/src/cli/devCommand.ts')) ?? []
  expect(example).toBe(`http://127.0.0.1:${port}`)
})

test('the configuration of Jest that the README of the package shows is the one that is run', () => {
  const [, shown] = /```js\n\/\/ jest\.config\.js\n(.*?)```/s.exec(read('packages/telltale/README.md')) ?? []
  expect(shown).toBe(read('compatibility/jest-30/jest.config.js'))
})
