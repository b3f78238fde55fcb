import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { runNode } from './runNode.mjs'
import { sourceFiles, workspaceFolders } from './sourceFiles.mjs'

// Checks each workspace with its own settings, two at a time. What was found right and has not changed is not looked at again.

const tsc = join(root, 'node_modules/typescript/bin/tsc')
const stamps = join(root, '.cache/types')
const files = sourceFiles(root).filter((path) => /\.([cm]?[jt]sx?|json)$/.test(path))
const folders = [
  '.',
  ...workspaceFolders(root).filter((folder) => filesOf(folder).some((path) => /\.tsx?$/.test(path))),
]
const forgotten = folders.filter((folder) => !hasSettings(folder))
for (const folder of forgotten) console.log(`${folder} has TypeScript files but no tsconfig.json`)

const queue = folders.filter(hasSettings)
/** @type {boolean[]} */
const results = []
await Promise.all([worker(), worker()])
process.exitCode = forgotten.length > 0 || results.includes(false) ? 1 : 0

async function worker() {
  for (let folder = queue.shift(); folder; folder = queue.shift()) {
    const name = folder === '.' ? 'root' : folder.replaceAll('/', '-')
    const key = keyOf(folder)
    if (read(`${name}.key`) === key) continue
    const incremental = ['--incremental', '--tsBuildInfoFile', join(stamps, `${name}.tsbuildinfo`)]
    const { ok, output } = await runNode([tsc, '-p', folder, '--noEmit', '--pretty', 'false', ...incremental], {
      cwd: root,
    })
    results.push(ok)
    if (!ok) console.log(`${folder}:\n${output}`)
    mkdirSync(stamps, { recursive: true })
    if (ok) writeFileSync(join(stamps, `${name}.key`), key)
  }
}

/** The content of all that a workspace may see: its own files, the packages, the scripts and what is installed. @param {string} folder */
function keyOf(folder) {
  const shared = files.filter((path) => /^(packages|scripts)\//.test(path) || !path.includes('/'))
  const hash = createHash('sha256')
  for (const path of new Set([...shared, ...filesOf(folder)]))
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** @param {string} folder */
function filesOf(folder) {
  return files.filter((path) => path.startsWith(`${folder}/`))
}

/** @param {string} file */
function read(file) {
  const path = join(stamps, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @param {string} folder */
function hasSettings(folder) {
  return existsSync(join(root, folder, 'tsconfig.json'))
}
