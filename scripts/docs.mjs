import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { anchorsOf, judgeDocument } from './docs/judgeDocument.mjs'
import { root } from './ensureInstalled.mjs'
import { sourceFiles, workspaceFolders } from './sourceFiles.mjs'

const files = sourceFiles(root)
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
/** What Git ignores need not be there: a command makes it. */
const folders = read('.gitignore').match(/^.+\/$/gm) ?? []
const isMade = (/** @type {string} */ path) => folders.some((folder) => `/${path}`.includes(`/${folder}`))
const documents = files.filter((path) => path.endsWith('.md') && !path.endsWith('.api.md') && !isMade(path))
const ground = {
  exists: (/** @type {string} */ path) => existsSync(join(root, path)) || isMade(path),
  fileNames: new Set(files.map((path) => posix.basename(path))),
  scripts: ['.', ...workspaceFolders(root)].flatMap((folder) =>
    Object.keys(JSON.parse(read(posix.join(folder, 'package.json'))).scripts ?? {}),
  ),
  headings: (/** @type {string} */ path) => anchorsOf(read(path)),
}
const findings = documents.flatMap((path) => judgeDocument(path, read(path), ground))
for (const finding of findings) console.log(finding)
console.log(`${documents.length} documents, ${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0
