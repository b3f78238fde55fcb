import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { isRefused, whyNotBuilt, whyWrongGo } from './goTool.mjs'

/**
 * The path of a tool written in Go, built from the module that its maker publishes if it is not there; or a sentence.
 *
 * @param {import('./goTool.mjs').GoTool} tool
 * @param {(line: string) => void} [say]
 * @returns {Promise<{ type: 'found', path: string } | { type: 'missing' | 'refused', sentence: string }>}
 */
export async function ensureGoTool(tool, say = console.log) {
  // Each version has a folder of its own: a new one is never taken for the one before.
  const folder = join(root, '.cache/go/bin', `${tool.name}-${tool.version}`)
  const path = join(folder, process.platform === 'win32' ? `${tool.name}.exe` : tool.name)
  if (existsSync(path)) return { type: 'found', path }

  const go = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' })
  const wrong = whyWrongGo(tool, go.status === 0 ? go.stdout : undefined)
  if (wrong) return { type: 'missing', sentence: wrong }

  say(`Building ${tool.what} ${tool.version} with go install …`)
  mkdirSync(folder, { recursive: true })
  const { code, output } = await install(tool, folder)
  if (code !== 0 || !existsSync(path)) {
    return { type: isRefused(output) ? 'refused' : 'missing', sentence: whyNotBuilt(tool, output) }
  }
  return { type: 'found', path }
}

/**
 * @param {import('./goTool.mjs').GoTool} tool
 * @param {string} folder
 * @returns {Promise<{ code: number, output: string }>}
 */
function install({ module, version }, folder) {
  const env = { ...process.env, GOBIN: folder }
  // Outside of the repository: no go.mod has a say.
  const child = spawn('go', ['install', `${module}@${version}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      process.off('exit', kill)
      resolve({ code: code ?? 1, output })
    })
  })
}
