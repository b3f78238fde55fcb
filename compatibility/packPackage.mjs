import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { ensureBuilt } from '../scripts/build/ensureBuilt.mjs'
import { root } from '../scripts/ensureInstalled.mjs'

/**
 * Builds and packs a workspace.
 *
 * @param {string} workspace
 * @param {string} folder for the tarball
 * @returns {Promise<{ tarball: string, name: string, files: string[] }>}
 */
async function packPackage(workspace, folder) {
  if (!(await ensureBuilt({ types: true, folders: [workspace] })).ok) throw new Error(`${workspace} does not build.`)
  mkdirSync(folder, { recursive: true })
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, '--workspace', workspace]
  const { stdout } = await execa('npm', pack, { cwd: root })
  /** @type {[{ filename: string, name: string, files: { path: string }[] }]} */
  const [{ filename, name, files }] = JSON.parse(stdout)
  return { tarball: join(folder, filename), name, files: files.map(({ path }) => path) }
}

/**
 * Installs the tarball of a workspace in the `node_modules` of a folder, without a registry and without its dependencies. Inside of
 * this repository, these are found in the folders above.
 *
 * @param {string} workspace
 * @param {string} folder
 * @returns {Promise<string>} the folder of the installed package
 */
export async function installPackage(workspace, folder) {
  const { tarball, name } = await packPackage(workspace, folder)
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  await execa('tar', ['-xzf', tarball, '--strip-components=1', '-C', home])
  return home
}
