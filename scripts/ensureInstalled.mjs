import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { whyInstallFailed, whyNotInstalled, whyWrongNode } from './installed.mjs'

// Everything here runs before anything is installed: Node's own modules only.

/** Where it is noted that npm ci left a tree which still looks wrong from here. */
const SETTLED = 'node_modules/.telltale-settled'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Brings node_modules to what the lockfile says, or ends the process with a sentence that says what is wrong.
 *
 * @param {(line: string) => void} [say]
 */
export async function ensureInstalled(say = console.log) {
  ensureNode()
  const reason = whyInstall()
  if (!reason || readText(SETTLED) === settledState()) return

  say(`Installing the packages with npm ci, because ${reason} …`)
  const began = Date.now()
  const { code, output } = await npmCi()
  if (code !== 0) return stop(whyInstallFailed(output))
  // npm itself says that this is right: the same doubt must not have it install again and again.
  if (whyInstall()) writeFileSync(join(root, SETTLED), settledState())
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** Ends the process with a sentence when this Node is too old for what comes after. */
export function ensureNode() {
  const wrongNode = whyWrongNode(process.versions.node)
  if (wrongNode) stop(wrongNode)
}

function whyInstall() {
  const exists = (/** @type {string} */ path) => existsSync(join(root, path))
  return whyNotInstalled(readText('package-lock.json'), readText('node_modules/.package-lock.json'), exists)
}

function settledState() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) hash.update(readText(path) ?? '')
  return hash.digest('hex')
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** @returns {Promise<{ code: number, output: string }>} */
function npmCi() {
  // The npm that started us, if one did; development packages too, whatever NODE_ENV says.
  const npm = process.env.npm_execpath
  // Without a network, npm's own patience would be more than a minute of silence.
  const patience = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=3']
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', ...patience]
  const child = npm
    ? spawn(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] })
    : spawn('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'], shell: process.platform === 'win32' })
  const kill = () => child.kill()
  process.once('exit', kill)
  child.on('close', () => process.off('exit', kill))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
    process.stderr.write(chunk)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureInstalled()
