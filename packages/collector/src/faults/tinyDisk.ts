import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that can be full. */
export interface TinyDisk {
  readonly folder: string
  /** Leaves no byte. */
  fill(): void
  /** Deletes what has filled it. */
  makeRoom(): void
  stop(): void
}

const BYTES = 16 * 1024 * 1024

/** Mounts a disk in memory. `undefined` where that is not allowed. */
export function mountTinyDisk(): TinyDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'collector-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => writeUntilFull(filler),
    makeRoom: () => rmSync(filler, { force: true }),
    stop() {
      // libSQL closes a file when its statements are collected as garbage.
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a')
  const block = Buffer.alloc(4096)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
