import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPackageFromTarballData } from '@arethetypeswrong/core'

/**
 * Writes the files of an npm tarball to a folder, those that hold types and where they are.
 *
 * @param {Uint8Array} tarball
 * @param {string} folder
 */
export function unpack(tarball, folder) {
  const content = createPackageFromTarballData(new Uint8Array(tarball))
  for (const path of content.listFiles()) {
    const file = join(folder, path.replace(/^\/node_modules\/[^/]+\//, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content.readFile(path))
  }
}
