import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileOf, schemeOf } from './stores/schemeOf.ts'

/** Returns what says how many bytes are free on the disk of a store that is a file. `undefined` for every other store. */
export function freeBytes(store: string): (() => Promise<number>) | undefined {
  if (schemeOf(store) !== 'file' || store === ':memory:') return undefined
  const folder = dirname(resolve(fileOf(store)))
  return async () => {
    // What the system keeps for itself is not free.
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}
