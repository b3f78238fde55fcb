import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'

const run = 'packages/telltale/src/testkit/readme.browser.test.tsx'

/** @param {string} text */
const lines = (text) => text.split('\n').map((line) => line.trim())

test('a test that the README shows is the one that is run', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/```tsx\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.includes('createTestTelltale(') ? [block] : [],
  )
  expect(shown).toHaveLength(1)
  const executed = lines(readFileSync(join(root, run), 'utf8'))
  for (const block of shown) expect(lines(block).filter((line) => !executed.includes(line))).toEqual([])
})

test('the configuration of Jest that the README of the package shows is the one that is run', () => {
  const readme = readFileSync(join(root, 'packages/telltale/README.md'), 'utf8')
  const [, shown] = /```js\n\/\/ jest\.config\.js\n(.*?)```/s.exec(readme) ?? []
  expect(shown).toBe(readFileSync(join(root, 'jest-30/jest.config.js'), 'utf8'))
})
