import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { entryLogic } from './layers/entryLogic.mjs'
import { importsOf } from './layers/importsOf.mjs'
import { judgeImport, judgeName } from './layers/judge.mjs'
import { sourceFiles, workspaceFolders } from './sourceFiles.mjs'

const { exports: entryPoints } = JSON.parse(readFileSync(join(root, 'packages/telltale/package.json'), 'utf8'))
const ground = {
  workspaces: workspaceFolders(root),
  entries: Object.keys(entryPoints).map((entry) => entry.replace(/^\./, 'telltale')),
}

const files = sourceFiles(root).filter((path) => /\.[cm]?[jt]sx?$/.test(path))
const findings = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const name = judgeName(path)
  const imports = importsOf(path, text).flatMap(({ specifier, typeOnly, line }) => {
    const sentence = judgeImport({ from: path, specifier, typeOnly }, ground)
    return sentence ? [`${path}:${line}  ${sentence}`] : []
  })
  const logic = isEntry(path) ? entryLogic(path, text).map(({ line, sentence }) => `${path}:${line}  ${sentence}`) : []
  return [...(name ? [`${path}  ${name}`] : []), ...imports, ...logic]
})

for (const finding of findings) console.log(finding)
console.log(`${files.length} files, ${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0

/** @param {string} path */
function isEntry(path) {
  return /^packages\/telltale\/src\/[^/]+\.tsx?$/.test(path) && !path.includes('.test.')
}
