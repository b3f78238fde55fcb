import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes what is in a file, or the names in a folder, outlive the machine. */
export function syncPath(path: string): void {
  const open = openSync(path, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
