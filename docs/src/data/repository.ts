import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository: the build runs in the folder of this workspace. */
export const root = join(process.cwd(), '..')

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
