import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { runNode } from './runNode.mjs'
import { sourceFiles, workspaceFolders } from './sourceFiles.mjs'

// Checks each workspace with its own settings, two at a time; what did not change since the last time is not looked at again.

const tsc = join(root, 'node_modules/typescript/bin/tsc')
const folders = ['.', ...workspaceFolders(root).filter(hasTypeScript)]
const forgotten = folders.filter((folder) => !hasSettings(folder))
for (const folder of forgotten) console.log(`${folder} has TypeScript files but no tsconfig.json`)

const queue = folders.filter(hasSettings)
/** @type {boolean[]} */
const results = []
await Promise.all([worker(), worker()])
process.exitCode = forgotten.length > 0 || results.includes(false) ? 1 : 0

async function worker() {
  for (let folder = queue.shift(); folder; folder = queue.shift()) {
    const stamp = join(root, '.cache/types', `${folder === '.' ? 'root' : folder.replaceAll('/', '-')}.tsbuildinfo`)
    const args = ['-p', folder, '--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', stamp]
    const { ok, output } = await runNode([tsc, ...args], { cwd: root })
    results.push(ok)
    if (!ok) console.log(`${folder}:\n${output}`)
  }
}

/** @param {string} folder */
function hasTypeScript(folder) {
  return sourceFiles(root, folder).some((path) => /\.tsx?$/.test(path))
}

/** @param {string} folder */
function hasSettings(folder) {
  return existsSync(join(root, folder, 'tsconfig.json'))
}
