import { unwatchFile, watch, watchFile } from 'node:fs'
import { basename, dirname } from 'node:path'

// Combines the events of one save: a truncation, a write, a rename.
const SETTLE_MS = 25
const POLL_MS = 2000

/**
 * Calls `onChange` after each save of a file. Watches the folder, because a watch on the file itself would stay on the old
 * inode when an editor saves by renaming a new file over it.
 */
export function watchPath(path: string, onChange: () => void, pollMs: number = POLL_MS): { close(): void } {
  let settle: NodeJS.Timeout | undefined

  function touched(): void {
    // Further events do not postpone the call, so that a file that is saved all the time is still read.
    settle ??= setTimeout(() => {
      settle = undefined
      onChange()
    }, SETTLE_MS)
  }

  const folder = watch(dirname(path), (_event, name) => {
    // Some platforms do not name the file.
    if (name === null || name === basename(path)) touched()
  })
  folder.on('error', () => folder.close())
  // For changes without an event: the target of a symbolic link, a network folder, a folder that was replaced.
  watchFile(path, { interval: pollMs, persistent: false }, touched)

  return {
    close() {
      clearTimeout(settle)
      folder.close()
      unwatchFile(path, touched)
    },
  }
}
