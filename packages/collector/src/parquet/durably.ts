import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes what is in a file, or the names in a folder, outlive the machine. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a complete file its name, at which another one is replaced. Whoever reads the folder sees one of them, and never half of one. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await sync(dirname(to))
}
