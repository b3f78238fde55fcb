import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { judgeSpecification } from './specification/judgeSpecification.mjs'
import { testTitles } from './specification/testTitles.mjs'

const PAGE = 'docs/src/content/docs/trust/specification.md'
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

const { findings, count } = judgeSpecification(PAGE, read(PAGE), (path) =>
  existsSync(join(root, path)) ? testTitles(path, read(path)) : undefined,
)
for (const finding of findings) console.log(finding)
console.log(count)
process.exitCode = findings.length > 0 ? 1 : 0
