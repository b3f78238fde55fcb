import { readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digest, readRecord, writeRecord, type WrittenFile } from './initRecord.ts'

export interface Undone {
  /** The paths of the files that were restored or removed. */
  readonly undone: readonly string[]
  /** The paths of the files that have changed since: they are kept. */
  readonly left: readonly string[]
}

/** Undoes what `telltale init` wrote, the latest change first. A new file that has changed since is kept. */
export async function undoInit(folder: string): Promise<Undone> {
  const [undone, left]: [string[], WrittenFile[]] = [[], []]
  for (const written of [...(await readRecord(folder))].reverse()) {
    const file = join(folder, written.path)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const isUnchanged = digest(text) === written.digest
    const restored = written.type === 'change' ? restoredText(text, written, isUnchanged) : undefined
    if (restored === undefined && (written.type === 'change' || !isUnchanged)) {
      left.unshift(written)
      continue
    }
    if (restored === undefined) {
      await rm(file)
      await removeEmptyFolders(folder, dirname(written.path))
    } else await writeFile(file, restored)
    undone.unshift(written.path)
  }
  await writeRecord(folder, left)
  return { undone: [...new Set(undone)], left: [...new Set(left.map(({ path }) => path))] }
}

/** The text without the change, or undefined if the change cannot be found in it. */
function restoredText(
  text: string,
  { offset, inserted, removed }: WrittenFile & { readonly type: 'change' },
  isUnchanged: boolean,
): string | undefined {
  const at = isUnchanged ? offset : text.indexOf(inserted)
  const isUnclear = !isUnchanged && (inserted === '' || at < 0 || text.includes(inserted, at + 1))
  return isUnclear ? undefined : text.slice(0, at) + removed + text.slice(at + inserted.length)
}

async function removeEmptyFolders(folder: string, path: string): Promise<void> {
  if (path === '.') return
  const isRemoved = await rmdir(join(folder, path)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmptyFolders(folder, dirname(path))
}
