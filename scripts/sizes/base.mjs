import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { root } from '../ensureInstalled.mjs'

/** Where a change leaves main, the best name first: in a clone, the local main may be the change itself. */
const MAINS = ['origin/main', 'main']

/**
 * The commit of main that the work tree is compared with: undefined where the history ends with this commit.
 *
 * @param {(...args: string[]) => Promise<string>} git returns its output
 */
export async function findBase(git) {
  const head = await git('rev-parse', 'HEAD')
  for (const name of MAINS) {
    const base = await git('merge-base', 'HEAD', name)
    if (base && base !== head) return base
  }
  // On main itself, uncommitted work is compared with the last commit.
  return (await git('status', '--porcelain', '--untracked-files=no', 'packages/telltale')) ? head : undefined
}

/** Writes the library of a commit to a folder below the root, where its dependencies are found. @param {string} commit */
export async function exportCommit(commit) {
  const folder = join(root, '.cache/sizes', commit)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execa('git', ['archive', commit, 'packages/telltale', 'tsconfig.base.json'], {
    cwd: root,
    encoding: 'buffer',
  })
  await archive.pipe('tar', ['-x', '-C', folder])
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'packages/telltale')
}
