import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isIgnored } from './isIgnored.ts'
import { levelValues } from './levelValues.ts'
import type { FilePlanner } from './planFiles.ts'
import type { Project } from './project.ts'

/**
 * Lets git ignore what the services write, and keep the file of variables, without which the application does nothing where it is
 * cloned. Resolves with advice if git has to go on ignoring that file.
 */
export async function planIgnored({ folder, framework }: Project, files: FilePlanner): Promise<readonly string[]> {
  const { file, prefix } = levelValues(framework)
  const [gitignore, variables] = await Promise.all(
    ['.gitignore', file].map((path) => (path ? readFile(join(folder, path), 'utf8').catch(() => '') : '')),
  )
  const isKept = file === undefined || !isIgnored(file, gitignore ?? '')
  // Other variables may be secret, also those in comments.
  const isOurs = (line: string) => line.startsWith(prefix) || !line.includes('=')
  const isShown = (variables ?? '').split('\n').every(isOurs)
  await files.append('.gitignore', ['.telltale/', ...(!isKept && isShown ? [`!${file}`] : [])])
  if (isKept || isShown) return []
  return [
    `Git ignores ${file}, which has other variables too. Where the project is cloned, set the variables ${prefix}… there again.`,
  ]
}
