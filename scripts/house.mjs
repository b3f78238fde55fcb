import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { judgeFile } from './house/judgeFile.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const files = sourceFiles(root).filter((path) => /^(packages|apps)\/.*\/src\/.*\.[cm]?[jt]sx?$/.test(path))
const sources = files.filter((path) => !/\.(test|suite)\./.test(path))
const findings = sources.flatMap((path) => judgeFile(path, readFileSync(join(root, path), 'utf8')))

for (const finding of findings) console.log(finding)
process.exitCode = findings.length > 0 ? 1 : 0
