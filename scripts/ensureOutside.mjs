import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmInstall, root } from './ensureInstalled.mjs'

/** What the repository itself makes. Node finds it in the folders above, or a test installs it as a tarball. */
const OURS = ['telltale', '@telltale/local']

/**
 * Packages that are in no workspace and in no lockfile, because only some suites need them: which manifests name them, and the folder
 * in which they are installed. Tests run in folders below it.
 */
const OUTSIDE = {
  examples: {
    folder: '.cache/examples',
    manifests: () => [
      ...readdirSync(join(root, 'examples'))
        .filter((name) => !name.includes('.'))
        .map((name) => `examples/${name}`),
      'docs/code/frameworks',
    ],
  },
  angular: { folder: '.cache/angular', manifests: () => ['docs/code/angular'] },
  tools: { folder: '.cache/tools', manifests: () => ['compatibility/tools'] },
  competitors: { folder: 'bench/competitors', manifests: () => ['bench/competitors'] },
}

/** @typedef {keyof typeof OUTSIDE} Outside */

/** Installs groups of packages, or ends the process with a sentence that says what is wrong. @param {readonly Outside[]} names */
export async function ensureOutside(names) {
  for (const name of names) {
    const { folder, manifests } = OUTSIDE[name]
    const dependencies = Object.assign({}, ...manifests().map(packagesOf))
    const optionalDependencies = Object.assign({}, ...manifests().map(optionalOf))
    for (const ours of OURS) delete dependencies[ours]
    /** @param {[string, unknown]} entry */
    const isThere = ([one, version]) => versionIn(folder, one) === version
    if ([...Object.entries(dependencies), ...Object.entries(optionalDependencies)].every(isThere)) continue
    console.log(`Installing ${Object.keys(dependencies).length} packages of ${name}, with theirs …`)
    mkdirSync(join(root, folder), { recursive: true })
    // The competitors' own manifest is in the folder.
    if (!manifests().includes(folder))
      writeFileSync(
        join(root, folder, 'package.json'),
        JSON.stringify({ private: true, dependencies, optionalDependencies }),
      )
    await npmInstall(join(root, folder))
  }
}

/** The folders whose manifests are in no workspace. */
export const outsideFolders = () => Object.values(OUTSIDE).flatMap(({ manifests }) => manifests())

/** @param {string} folder @returns {Record<string, string>} */
function packagesOf(folder) {
  const { dependencies, devDependencies } = manifestIn(folder)
  return { ...dependencies, ...devDependencies }
}

/** Packages that only some machines can have. @param {string} folder @returns {Record<string, string>} */
const optionalOf = (folder) => {
  const names = Object.entries(manifestIn(folder).optionalDependencies ?? {})
  return Object.fromEntries(names.filter(([name]) => name.endsWith(`-${process.platform}-${process.arch}`)))
}

/** @param {string} folder */
const manifestIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** @param {string} folder @param {string} name */
function versionIn(folder, name) {
  try {
    return JSON.parse(readFileSync(join(root, folder, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
