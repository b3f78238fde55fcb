import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findUpwards } from '../project/starterFiles.ts'
import { isIgnored, type Gitignore } from './isIgnored.ts'
import { levelValues } from '../project/levelValues.ts'
import type { FilePlanner } from './planFiles.ts'
import type { Project } from './project.ts'

/**
 * Lets git ignore what the services write, and keep the file of variables, without which the application does nothing where it is
 * cloned. Resolves with advice if git has to go on ignoring that file.
 */
export async function planIgnored({ folder, framework }: Project, files: FilePlanner): Promise<readonly string[]> {
  const { file, prefix } = levelValues(framework)
  const { base, gitignores } = await gitignoresOf(folder)
  const isIgnoredHere = (path: string) => isIgnored(base + path, gitignores)
  // Git has nothing of this project.
  if (isIgnoredHere('')) return []
  const isKept = file === undefined || !isIgnoredHere(file)
  const variables = isKept ? '' : await textOf(join(folder, file))
  // Other variables may be secret, also those in comments.
  const isOurs = (line: string) => line.startsWith(prefix) || !line.includes('=')
  const isShown = variables.split('\n').every(isOurs)
  await files.append('.gitignore', [
    ...(isIgnoredHere('.telltale/') ? [] : ['.telltale/']),
    ...(!isKept && isShown ? [`!${file}`] : []),
  ])
  if (isKept || isShown) return []
  return [
    `Git ignores ${file}, which has other variables too. Where the project is cloned, set the variables ${prefix}… there again.`,
  ]
}

/** The .gitignore files of a folder and of those above it, up to the root of the repository, and the path from there. */
async function gitignoresOf(folder: string): Promise<{ base: string; gitignores: readonly Gitignore[] }> {
  const root = (await findUpwards(folder, '.git')) ?? folder
  const names = relative(root, folder).split(/[\\/]/).filter(Boolean)
  const bases = ['', ...names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)]
  const gitignores = bases.map(async (base) => ({ base, text: await textOf(join(root, base, '.gitignore')) }))
  return { base: bases.at(-1) ?? '', gitignores: await Promise.all(gitignores) }
}

/** The text of a file, or nothing if there is no such file. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')
