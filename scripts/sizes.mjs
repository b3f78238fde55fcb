import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run check -- sizes: the size of each entry of the library, alone and together, next to its goal and to the size on main. Vite bundles the
// sources as an application would, without the words of messages and the reports on settings, as the entries for production are: size-limit cannot tell what a page needs first from what it imports later.

await ensureInstalled()
const { execa } = await import('execa')
const { defaultClientConditions } = await import('vite')
const { bundle } = await import('./sizes/bundle.mjs')
const { shortMessages } = await import('./build/shortMessages.mjs')
const { withoutReports } = await import('./build/withoutReports.mjs')
const { judgeSizes } = await import('./sizes/judgeSizes.mjs')

const SOURCE = '@telltale/source'
/** @type {import('./sizes/judgeSizes.mjs').Row[]} */
const rows = JSON.parse(readFileSync(join(root, 'scripts/sizes.json'), 'utf8'))

const CURRENT = join(root, 'packages/telltale')
const now = await measure(CURRENT)
const base = await findBase()
const before = base ? await measure(await exportCommit(base)) : new Map()
const reason = base ? await git('log', `${base}..HEAD`, '--format=%(trailers:key=Size-increase,valueonly)') : ''
const { lines, problems } = judgeSizes(rows, { now, before, reason: reason.trim() })
console.log([...lines, ...(base ? [] : ['There is no other commit of main to compare with.']), ...problems].join('\n'))
process.exitCode = problems.length > 0 ? 1 : 0

/** @param {...string} args */
async function git(...args) {
  return (await execa('git', args, { cwd: root, reject: false })).stdout
}

/** The commit of main that the work tree is compared with: undefined where the history ends with this commit. */
async function findBase() {
  const head = await git('rev-parse', 'HEAD')
  // The best name first: in a clone, the local main may be the change itself.
  for (const name of ['origin/main', 'main']) {
    const common = await git('merge-base', 'HEAD', name)
    if (common && common !== head) return common
  }
  // On main itself, uncommitted work is compared with the last commit.
  return (await git('status', '--porcelain', '--untracked-files=no', 'packages/telltale')) ? head : undefined
}

/** Writes the library of a commit to a folder below the root, where its dependencies are found. @param {string} commit */
async function exportCommit(commit) {
  const folder = join(root, '.cache/sizes', commit)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = ['packages/telltale', 'tsconfig.base.json']
  await execa('git', ['archive', commit, ...files], { cwd: root, encoding: 'buffer' }).pipe('tar', ['-x', '-C', folder])
  return join(folder, 'packages/telltale')
}

/**
 * The sizes of the rows. A row is absent if it imports an entry, or an export of one, that this version of the library does not have.
 *
 * @param {string} home the folder of the library
 * @returns {Promise<Map<string, import('./sizes/judgeSizes.mjs').Size>>}
 */
async function measure(home) {
  const { exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const sizes = new Map()
  for (const { name, imports } of rows) {
    const wanted = imports.map((entry) => {
      // All that an entry exports, or that alone which stands after a `#`.
      const [module = '', one] = entry.split('#')
      return { file: join(home, entries[module.replace(/^telltale/, '.')]?.[SOURCE] ?? 'none'), one }
    })
    if (!wanted.every(({ file }) => existsSync(file))) continue
    const code = wanted.map(({ file, one }) => `export ${one ? `{ ${one} }` : '*'} from ${JSON.stringify(file)}`)
    const conditions = [SOURCE, ...defaultClientConditions]
    const plugins = [withoutReports(), shortMessages()]
    const bundled = bundle(code.join('\n'), { root: home, resolve: { conditions }, plugins })
    const files = await (home === CURRENT ? bundled : bundled.catch(absentIfNotExported))
    if (!files) continue
    const { first, later } = files
    sizes.set(name, { first: gzip(first), all: gzip([...first, ...later]) })
  }
  return sizes
}

/** @param {unknown} error */
function absentIfNotExported(error) {
  if (!/is not exported by/.test(String(error))) throw error
}

/** @param {readonly string[]} texts */
function gzip(texts) {
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}
