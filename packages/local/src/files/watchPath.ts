import { unwatchFile, watch, watchFile } from 'node:fs'
import { basename, dirname } from 'node:path'

// One save is several events: a truncation, a write, a rename.
const SETTLE_MS = 25
const POLL_MS = 2000

/**
 * Calls `onChange` after each save of a file. It is the folder that is watched: a watch on the file itself stays on the old
 * inode once an editor saves by renaming a new file over it.
 */
export function watchPath(path: string, onChange: () => void, pollMs: number = POLL_MS): { close(): void } {
  let settle: NodeJS.Timeout | undefined

  function touched(): void {
    // Not put off by what comes meanwhile: a file that is saved all the time is read all the same.
    settle ??= setTimeout(() => {
      settle = undefined
      onChange()
    }, SETTLE_MS)
  }

  const folder = watch(dirname(path), (_event, name) => {
    // Some platforms do not say which file it was.
    if (name === null || name === basename(path)) touched()
  })
  folder.on('error', () => folder.close())
  // What no event is sent for: the target of a symbolic link, a network folder, a folder that was replaced.
  watchFile(path, { interval: pollMs, persistent: false }, touched)

  return {
    close() {
      clearTimeout(settle)
      folder.close()
      unwatchFile(path, touched)
    },
  }
}
