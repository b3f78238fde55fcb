import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Extension, type FileName, readFileName } from './fileNames.ts'

/** Where the files of an outlet are. */
export interface Folders {
  readonly root: string
  /** What the store has given, and is not in a Parquet file yet. */
  readonly open: string
  /** The Parquet files. */
  readonly hours: string
  /** For each Parquet file that the bucket has, a file that says in which state it was sent. */
  readonly sent: string
  /** What a crash may leave here is nobody's. */
  readonly work: string
}

export interface Listed extends FileName {
  readonly name: string
  readonly path: string
}

export const foldersIn = (folder: string): Folders => {
  const root = resolve(folder)
  return {
    root,
    open: join(root, 'open'),
    hours: join(root, 'hours'),
    sent: join(root, 'sent'),
    work: join(root, 'work'),
  }
}

export async function makeFolders({ open, hours, sent, work }: Folders): Promise<void> {
  await rm(work, { recursive: true, force: true })
  for (const folder of [open, hours, sent, work]) await mkdir(folder, { recursive: true })
}

/** Our files in a folder, those with a low number first. None if there is no such folder. */
export async function filesIn(folder: string, extension: Extension): Promise<readonly Listed[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => {
      const read = readFileName(name, extension)
      return read ? [{ ...read, name, path: join(folder, name) }] : []
    })
    .sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
}
