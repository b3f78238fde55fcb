import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
/** @param {string} text */
const lines = (text) => [...text.matchAll(/ d="(M6 [^"]+)"/g)].map(([, line]) => line)

test('the console, the site and the README have one drawing of the ribbon', () => {
  const sources = 'packages/local/console/src'
  const console = readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => lines(read(join(sources, path))))
  expect(console).toHaveLength(3)
  expect(lines(read('docs/src/components/SiteTitle.astro'))).toEqual(console)
  expect(lines(read('docs/images/ribbon.svg'))).toEqual(console)
})

test('the console and the site have the same icon', () => {
  expect(read('docs/public/favicon.svg')).toBe(read('packages/local/console/public/favicon.svg'))
})
