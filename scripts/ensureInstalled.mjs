import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Everything here runs before anything is installed: Node's own modules only.

/** The oldest Node that every tool here runs on; package.json says the same in `engines`. */
const OLDEST_NODE = [20, 19]

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Brings node_modules to what the lockfile says, or ends the process with a sentence that says what is wrong. */
export async function ensureInstalled() {
  ensureNode()
  const reason = whyNotInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))
  if (!reason) return
  console.log(`Installing the packages with npm ci, because ${reason} …`)
  // Development packages too, whatever NODE_ENV says. Without a network, npm's own patience would be more than a minute of silence.
  const args = ['ci', '--include=dev', '--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=3']
  const child = spawn('npm', args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve))
  if (code !== 0)
    stop('The packages could not be installed: see what npm says above. Is there a network, or a proxy to set?')
}

/** Ends the process with a sentence when this Node is too old for what comes after. */
function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    stop(`This is Node ${process.versions.node}; Telltale needs Node ${OLDEST_NODE.join('.')} or newer.`)
}

/**
 * Compares what npm noted in node_modules with the lockfile, so that it does not matter which npm command was run.
 *
 * @param {string | undefined} lockfile text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 * @returns {string | undefined} the reason to install, fit to follow "because"
 */
export function whyNotInstalled(lockfile = '{}', installed = '{}') {
  /** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */
  const [wanted, present] = /** @type {[Record<string, Entry>, Record<string, Entry> | undefined]} */ (
    [lockfile, installed].map((text) => JSON.parse(text).packages)
  )
  if (!present) return 'nothing is installed yet'
  for (const [path, { version, optional, devOptional, peer }] of Object.entries(wanted)) {
    const [, name] = /.*node_modules\/(.+)/.exec(path) ?? []
    const found = present[path]
    // Packages for other platforms stay away, and a peer that is optional may.
    if (!name || (!found && (optional || devOptional || peer))) continue
    if (!found) return `${name} is missing`
    if (found.version !== version) return `${name} is ${found.version} instead of ${version}`
  }
  return undefined
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureInstalled()
