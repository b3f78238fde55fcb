import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Everything here runs before anything is installed: Node's own modules only.

/** The oldest Node that every tool here runs on; package.json says the same in `engines`. */
const OLDEST_NODE = [20, 19]

/** How often, in milliseconds, the progress of an installation is printed. */
const PROGRESS_EVERY = 5000

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The workspaces of the demo application and its local services: all that `npm start` needs. */
export const DEMO = ['apps/rental-desk', 'packages/collector', 'packages/local', 'packages/telltale']

/** The workspaces that `npm test` needs; `.` stands for the repository's own development packages. */
export const TESTS = ['.', ...DEMO, 'contract', 'e2e', 'compatibility/other-versions']

/** What the suites need that also play in Firefox. */
export const ENGINES = [...TESTS, 'stage/firefox']

/** @typedef {{ version?: string, link?: boolean, resolved?: string, optional?: boolean, devOptional?: boolean, dependencies?: object, devDependencies?: object, optionalDependencies?: object }} Entry */
/** @typedef {Readonly<Record<string, Entry>>} Lock The `packages` of a lockfile, by their paths. */

/**
 * Installs what these workspaces need and is missing, or ends the process with a sentence that says what is wrong. Workspaces that
 * are installed already stay installed.
 *
 * @param {readonly string[]} [workspaces] every workspace when left out
 */
export async function ensureInstalled(workspaces) {
  ensureNode()
  const lock = packagesIn('package-lock.json')
  const every = Object.keys(lock)
    .filter((path) => !path.includes('node_modules/'))
    .map((path) => path || '.')
  const present = packagesIn('node_modules/.package-lock.json')
  if (isInstalled(workspaces ?? every, { lock, present })) return

  const kept = installedWorkspaces(present).filter((path) => every.includes(path))
  const wanted = new Set([...(workspaces ?? every), ...kept])
  const count = packagesOf(lock, [...wanted]).filter((path) => !lock[path]?.link && !lock[path]?.optional).length
  console.log(`Installing ${count} packages …`)
  // Without the packages that others only have as optional peers, TypeScript and esbuild among them: what a workspace needs, it lists.
  const only = [...wanted].flatMap((path) => (path === '.' ? ['--include-workspace-root'] : ['--workspace', path]))
  const args = wanted.size < every.length ? ['--legacy-peer-deps', ...only] : []
  // What npm has in its cache is not asked for again, unless a version is newer than what is known there.
  const problem = (await npmCi(['--prefer-offline', ...args], count)) && (await npmCi(args, count))
  if (problem) stop(`${problem}\nThe packages could not be installed. Is there a network, or a proxy to set?`)
}

/** Installs what the manifest of a folder names, without a lockfile, or ends the process. @param {string} folder */
export async function npmInstall(folder) {
  const args = [
    'install',
    '--no-package-lock',
    '--prefer-offline',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const child = spawn('npm', args, { cwd: folder, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve))
  if (code !== 0) stop(`The packages of ${folder} could not be installed. Is there a network, or a proxy to set?`)
}

/** @param {readonly string[]} args @param {number} count @returns {Promise<string>} what npm says, if it fails */
async function npmCi(args, count) {
  // Development packages too, whatever NODE_ENV says. Without a network, npm's own patience would be more than a minute.
  const options = ['--include=dev', '--loglevel=http', '--fetch-retries=2', '--fetch-retry-mintimeout=1000']
  const child = spawn('npm', ['ci', ...options, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let requests = 0
  const problems = ['npm ci failed.']
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('npm http')) requests += / (200|304) /.test(line) ? 1 : 0
    else if (!line.startsWith('npm warn')) problems.push(line)
  })
  // There are two requests for a package: what versions there are, and the package.
  const progress = () => console.log(`  ${Math.min(99, Math.floor((50 * requests) / count))} %`)
  const timer = setInterval(progress, PROGRESS_EVERY)
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve))
  clearInterval(timer)
  return code === 0 ? '' : problems.join('\n')
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
 * @param {readonly string[]} workspaces @param {{ lock: Lock, present: Lock }} files
 */
export function isInstalled(workspaces, { lock, present }) {
  return packagesOf(lock, workspaces).every((path) => {
    const { version, optional, devOptional } = lock[path] ?? {}
    // Optional packages are those of other platforms.
    return path in present ? present[path]?.version === version : optional || devOptional
  })
}

/** The workspaces that an installation has. Every one but that of the demo has the repository's own packages. @param {Lock} present */
export function installedWorkspaces(present) {
  const linked = Object.values(present).flatMap(({ link, resolved = '' }) => (link ? [resolved] : []))
  return linked.every((path) => DEMO.includes(path)) ? linked : ['.', ...linked]
}

/** The paths of all packages that workspaces need. @param {Lock} lock @param {readonly string[]} workspaces */
export function packagesOf(lock, workspaces) {
  /** @type {Set<string>} */
  const paths = new Set()
  for (const workspace of workspaces) addFrom(workspace === '.' ? '' : workspace)
  return [...paths]

  /** @param {string} from */
  function addFrom(from) {
    const { dependencies, devDependencies, optionalDependencies } = lock[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const path = resolvePath(lock, { from, name })
      if (!path || paths.has(path)) continue
      paths.add(path)
      addFrom(lock[path]?.link ? (lock[path].resolved ?? '') : path)
    }
  }
}

/** Where Node finds a package. @param {Lock} lock @param {{ from: string, name: string }} what @returns {string | undefined} */
function resolvePath(lock, { from, name }) {
  const path = posix.join(from, 'node_modules', name)
  if (path in lock) return path
  return from && from !== '.' ? resolvePath(lock, { from: posix.dirname(from), name }) : undefined
}

/** @param {string} file @returns {Lock} */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

// node scripts/ensureInstalled.mjs [<workspace> …]
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await ensureInstalled(process.argv.length > 2 ? process.argv.slice(2) : undefined)
