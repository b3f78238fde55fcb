import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPackageFromTarballData } from '@arethetypeswrong/core'
import { ensureBuilt } from '../build/ensureBuilt.mjs'
import { root } from '../ensureInstalled.mjs'
import { runNpm } from '../runNode.mjs'

/**
 * Builds and packs a workspace, and unpacks the tarball into the `node_modules` of a folder, without a registry. What the
 * package depends on is not installed with it: inside this repository it is found in the folders above.
 *
 * @param {string} workspace
 * @param {string} folder
 * @returns {Promise<string>} the folder of the installed package
 */
export async function installPackage(workspace, folder) {
  /** @type {string[]} */
  const said = []
  const built = await ensureBuilt({ types: true, folders: [workspace], say: (line) => said.push(line) })
  if (!built.ok) throw new Error(`${workspace} does not build:\n${said.join('\n')}`)
  mkdirSync(folder, { recursive: true })
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, '--workspace', workspace]
  const packed = await runNpm(pack, { cwd: root })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (!packed.ok || !tarball) throw new Error(`npm pack failed:\n${packed.output}`)
  const content = createPackageFromTarballData(new Uint8Array(readFileSync(join(folder, tarball))))
  rmSync(join(folder, tarball))
  for (const path of content.listFiles()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content.readFile(path))
  }
  return join(folder, 'node_modules', content.packageName)
}
