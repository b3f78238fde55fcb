import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultClientConditions } from 'vite'
import { bundle } from './bundle.mjs'

/** The condition under which the packages export their sources. */
const SOURCE = '@telltale/source'

/**
 * Bundles the sources in a folder as an application would, minified, without React.
 *
 * @param {readonly import('./judgeSizes.mjs').Row[]} rows
 * @param {string} home the folder of the library
 * @returns {Promise<Map<string, import('./judgeSizes.mjs').Size>>} by the name of the row; a row is absent if it imports an entry that
 *   this version of the library does not have
 */
export async function measureSizes(rows, home) {
  /** @type {{ exports: Record<string, Record<string, string> | string> }} */
  const { exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const sizes = new Map()
  for (const { name, imports } of rows) {
    const lines = imports.map((entry) => importLine(entry, home, entries))
    if (lines.every((line) => line !== undefined)) sizes.set(name, await measure(lines.join('\n'), home))
  }
  return sizes
}

/**
 * @param {string} entry all that an entry exports, or that alone which stands after a `#`
 * @param {string} home
 * @param {Record<string, Record<string, string> | string>} entries
 */
function importLine(entry, home, entries) {
  const [module = '', name] = entry.split('#')
  const target = entries[module.replace(/^telltale/, '.')]
  const file = typeof target === 'object' ? join(home, target[SOURCE] ?? '') : ''
  if (!existsSync(file)) return undefined
  return `export ${name ? `{ ${name} }` : '*'} from ${JSON.stringify(file)}`
}

/** @param {string} code @param {string} home @returns {Promise<import('./judgeSizes.mjs').Size>} */
async function measure(code, home) {
  const { first, later } = await bundle(code, {
    root: home,
    resolve: { conditions: [SOURCE, ...defaultClientConditions] },
  })
  return { first: gzip(first), all: gzip([...first, ...later]) }
}

/** @param {readonly string[]} texts */
const gzip = (texts) => texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
