import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { anchorsOf, judgeDocument } from './docs/judgeDocument.mjs'
import { root } from './ensureInstalled.mjs'
import { sourceFiles, workspaceFolders } from './sourceFiles.mjs'

const files = sourceFiles(root)
const documents = files.filter((path) => path.endsWith('.md') && !path.endsWith('.api.md'))
const manifests = ['.', ...workspaceFolders(root)].map((folder) => join(root, folder, 'package.json'))
const ground = {
  exists: (/** @type {string} */ path) => existsSync(join(root, path)),
  fileNames: new Set(files.map((path) => posix.basename(path))),
  scripts: manifests.filter((file) => existsSync(file)).flatMap(scriptsOf),
  headings: (/** @type {string} */ path) => anchorsOf(readFileSync(join(root, path), 'utf8')),
}
const findings = documents.flatMap((path) => judgeDocument(path, readFileSync(join(root, path), 'utf8'), ground))

for (const finding of findings) console.log(finding)
console.log(`${documents.length} documents, ${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0

/** @param {string} file */
function scriptsOf(file) {
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {})
}
