import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'

/** Writes a file so that a reader sees all of the old content or all of the new, whatever happens in between. */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Renaming over a symbolic link would replace the link, not the file it stands for.
  const target = await realpath(path)
  const { mode } = await stat(target)
  const draft = `${target}.${randomUUID()}.tmp`
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
