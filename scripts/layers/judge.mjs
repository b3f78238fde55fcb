import { posix } from 'node:path'

/** Folders of packages/telltale/src and what each may import; `type:` in front means types only. */
const MAY_IMPORT = {
  entry: [
    'layer',
    'adapters',
    'identity',
    'flags',
    'launchdarkly',
    'events',
    'react',
    'platform',
    'testing',
    'testkit',
    'define',
    'validate',
    'core',
  ],
  layer: ['adapters', 'identity', 'flags', 'events', 'core'],
  adapters: ['identity', 'flags', 'events', 'core'],
  identity: ['core'],
  flags: ['core'],
  launchdarkly: ['flags', 'core'],
  events: ['core'],
  define: ['core'],
  validate: ['core'],
  react: ['core/model', 'core/lib', 'type:layer', 'type:flags/flagsApi'],
  platform: ['core'],
  testing: ['core', 'platform'],
  testkit: ['layer', 'identity', 'flags', 'events', 'react', 'testing', 'validate', 'core'],
  'core/host': ['core/http', 'core/model', 'core/ports', 'core/lib'],
  'core/http': ['core/ports', 'core/lib'],
  'core/ports': ['core/lib'],
  'core/model': [],
  'core/lib': [],
}

/** What a test may import besides: the fakes, and the real ports when it runs in a browser. */
const TESTS_MAY_IMPORT = ['testing', 'platform']

/** Hooks, the test kit and entries are tested as they are used, on top of everything. */
const TESTED_ON_TOP = ['entry', 'react', 'testkit']

/** Packages from outside, and the only folders that may use them. */
const PACKAGES = { react: ['react', 'testkit'], 'react-dom': ['react'], 'eventsource-parser': ['flags'] }

/** Names that say nothing about what a file is for. */
const EMPTY_NAME = /^(utils?|helpers?|common|manager|misc|shared|types)$/

/**
 * @typedef {{ from: string, specifier: string, typeOnly: boolean }} Edge paths from the repository's root
 * @typedef {{ workspaces: string[], entries: string[] }} Ground workspace folders, and the library's public entries
 */

/**
 * @param {Edge} edge
 * @param {Ground} ground
 * @returns {string | undefined} a sentence when the import is forbidden
 */
export function judgeImport(edge, ground) {
  const { from, specifier, typeOnly } = edge
  if (specifier.startsWith('.')) return judgeRelative(edge, ground)
  if (from.startsWith('packages/telltale/src/')) return judgePackage(from, specifier)
  if (specifier !== 'telltale' && !specifier.startsWith('telltale/')) return undefined
  if (!ground.entries.includes(specifier)) return `${specifier} is not a public entry of the library.`
  // The stand-ins for vendors' scripts are pages' scripts: they are bundled, and the services know nothing of them.
  if (from.startsWith('packages/local/vendors/') && specifier === 'telltale/testing') return undefined
  if (from.startsWith('packages/local/') && !typeOnly && !isTest(from))
    return `packages/local may import types of the library only: write "import type".`
  return undefined
}

/**
 * @param {string} path from the repository's root
 * @returns {string | undefined} a sentence when a file of that name must not be
 */
export function judgeName(path) {
  const inside = /\/src\/(.+)$/.exec(path)?.[1]
  if (!inside) return undefined
  const name = posix.basename(inside).replace(/(\.test|\.browser\.test|\.d)?\.[cm]?[jt]sx?$/, '')
  if (name === 'index' && inside.includes('/')) return 'No index below src: name the file for its main export.'
  const empty = inside.split('/').find((part) => EMPTY_NAME.test(part.replace(/\..*$/, '')))
  return empty ? `"${empty}" does not say what it is for: name it for its main export.` : undefined
}

/** @param {Edge} edge @param {Ground} ground */
function judgeRelative({ from, specifier, typeOnly }, { workspaces }) {
  const to = posix.join(posix.dirname(from), specifier)
  const home = workspaces.find((folder) => from.startsWith(`${folder}/`))
  if (home && !to.startsWith(`${home}/`) && !to.startsWith('scripts/'))
    return `${to} is in another workspace: import what its package exports.`
  if (!home && /^packages\/[^/]+\/src\//.test(to)) return `${to} is inside a package: import what it exports.`

  const [here, there] = [folderOf(from), folderOf(to)]
  if (!here || !there) return undefined
  if (isTest(to) && !isTest(from)) return 'Only a test may import from a test.'
  if (isTest(from) && (TESTED_ON_TOP.includes(here) || isUnder(there, TESTS_MAY_IMPORT))) return undefined
  if (here === there || (here !== 'entry' && isUnder(there, [here]))) return sideways(here)
  if (here === 'core/host' && there.startsWith('core/host')) return undefined

  const allowed = MAY_IMPORT[/** @type {keyof typeof MAY_IMPORT} */ (here)]
  if (!allowed) return `${here}/ has no place in the layers yet: add it to scripts/layers/judge.mjs.`
  const file = to.replace('packages/telltale/src/', '').replace(/\.tsx?$/, '')
  if (isUnder(file, allowed)) return undefined
  if (isUnder(file, typesIn(allowed)))
    return typeOnly ? undefined : `${here} may import types of ${there} only: write "import type".`
  return `${here} must not import ${there}.`
}

/** An entry that needs another entry would put the other one's weight into its own. @param {string} folder */
function sideways(folder) {
  return folder === 'entry' ? 'An entry must not import another entry.' : undefined
}

/** @param {string} from @param {string} specifier */
function judgePackage(from, specifier) {
  if (isTest(from)) return undefined
  const here = folderOf(from) ?? ''
  if (here === 'testing' && specifier === 'vitest') return undefined
  if (specifier === 'telltale' || specifier.startsWith('telltale/'))
    return 'The library must not import itself by name.'
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const folders = PACKAGES[/** @type {keyof typeof PACKAGES} */ (name)]
  if (folders?.includes(here)) return undefined
  return folders ? `${name} belongs to ${folders.join(', ')} only.` : `${here} must not import ${name}.`
}

/** The folder of the graph that a file of the library is in. @param {string} path */
function folderOf(path) {
  const inside = /^packages\/telltale\/src\/(.+)$/.exec(path)?.[1]
  if (!inside) return undefined
  const [first = '', second = '', third] = inside.split('/')
  if (second === '') return 'entry'
  if (first !== 'core') return first
  return third === undefined ? 'core/host' : `core/${second}`
}

/** @param {string} path @param {readonly string[]} folders */
function isUnder(path, folders) {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** @param {readonly string[]} allowed */
function typesIn(allowed) {
  return allowed.filter((folder) => folder.startsWith('type:')).map((folder) => folder.slice('type:'.length))
}

/** @param {string} path */
function isTest(path) {
  return /\.(test|suite)\.[cm]?[jt]sx?$/.test(path)
}
