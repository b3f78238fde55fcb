import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { judgeSpecification } from './specification/judgeSpecification.mjs'
import { testTitles } from './specification/testTitles.mjs'

const PAGE = 'docs/specification.md'

/** @type {Map<string, ReadonlySet<string>>} */
const read = new Map()
const { findings, count } = judgeSpecification(PAGE, readFileSync(join(root, PAGE), 'utf8'), titlesOf)

for (const finding of findings) console.log(finding)
console.log(count)
process.exitCode = findings.length > 0 ? 1 : 0

/** @param {string} path */
function titlesOf(path) {
  const file = join(root, path)
  if (!existsSync(file)) return undefined
  const titles = read.get(path) ?? testTitles(path, readFileSync(file, 'utf8'))
  read.set(path, titles)
  return titles
}
