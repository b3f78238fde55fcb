/** The oldest Node that every tool here runs on; package.json says the same in `engines`. */
const OLDEST_NODE = [20, 19]

/**
 * @param {string} version such as 20.19.4
 * @returns {string | undefined} a sentence for the developer, or undefined when this Node will do
 */
export function whyWrongNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `This is Node ${version}; Telltale needs Node ${OLDEST_NODE.join('.')} or newer.`
}

/**
 * Compares what npm noted in node_modules with the lockfile, so that it does not matter which npm command was run.
 *
 * @param {string | undefined} lockfile text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 * @param {(path: string) => boolean} exists
 * @returns {string | undefined} the reason to install, fit to follow "because"
 */
export function whyNotInstalled(lockfile, installed, exists) {
  const wanted = packagesOf(lockfile)
  const present = packagesOf(installed)
  if (!wanted) return 'package-lock.json cannot be read'
  if (!present) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const found = present[path]
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!found) {
      // Packages for other platforms stay away, and a peer that is optional may.
      if (entry.optional || entry.devOptional || entry.peer) continue
      return `${name} is missing`
    }
    if (found.version !== entry.version) return `${name} is ${found.version} instead of ${entry.version}`
    if (found.integrity && entry.integrity && found.integrity !== entry.integrity) return `${name} has changed`
    if (!exists(path)) return `${name} has been removed`
  }
  const extra = Object.keys(present).find((path) => path.includes('node_modules/') && !wanted[path])
  return extra ? `${extra.slice(extra.lastIndexOf('node_modules/') + 13)} is no longer wanted` : undefined
}

/**
 * @param {string} output what npm wrote
 * @returns {string} one sentence
 */
export function whyInstallFailed(output) {
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/.test(output))
    return 'The packages could not be downloaded: npm does not reach its registry. Is there a network, or a proxy to set?'
  if (/\bEUSAGE\b/.test(output))
    return 'The packages could not be installed: package.json and package-lock.json do not agree (npm install mends that).'
  if (/\bE40[13]\b/.test(output)) return 'The packages could not be downloaded: the registry refused npm (see above).'
  if (/\bENOSPC\b/.test(output)) return 'The packages could not be installed: the disk is full.'
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output))
    return 'The packages could not be installed: this folder cannot be written to.'
  if (/\bENOENT\b.*npm\b/.test(output)) return 'The packages could not be installed: there is no npm on the PATH.'
  return 'The packages could not be installed: npm ci failed (see above).'
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry
 * @param {string | undefined} text
 * @returns {Record<string, Entry> | undefined}
 */
function packagesOf(text) {
  try {
    return JSON.parse(text ?? '').packages
  } catch {
    return undefined
  }
}
