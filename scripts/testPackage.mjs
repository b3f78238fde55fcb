import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { runSuites } from './tests/runSuites.mjs'

// npm test [-- <part of a file's path> …] in a workspace: its unit tests in Node. `npm test` in the root also runs those in a browser.

const folder = relative(root, process.cwd())
const words = process.argv.slice(2)
const tests = readdirSync(process.cwd(), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.test\.(tsx?|mjs)$/.test(path) && !path.includes('node_modules'),
)
const filters = words.length > 0 ? words.flatMap(filesOf) : [`${folder}/`]
await runSuites([{ name: folder, runner: 'vitest', projects: ['unit'] }], { filters, needsBrowser: false })

/** The test files of this workspace whose path contains the word. An option stays what it is. @param {string} word */
function filesOf(word) {
  if (word.startsWith('-')) return [word]
  const found = tests.filter((path) => path.includes(word))
  return (found.length > 0 ? found : [word]).map((path) => join(folder, path))
}
