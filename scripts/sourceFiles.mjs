import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const NOT_SOURCE = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'coverage'])

/**
 * Every file below a folder that somebody wrote, in a steady order. Folders that are made (and hidden ones) are left out.
 *
 * @param {string} root
 * @param {string} [folder] below it
 * @returns {string[]} paths from the root, with slashes
 */
export function sourceFiles(root, folder = '') {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory())
        return NOT_SOURCE.has(entry.name) || entry.name.startsWith('.') ? [] : sourceFiles(root, path)
      return entry.isFile() ? [path] : []
    })
}

/**
 * The folders of the workspaces that package.json names.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function workspaceFolders(root) {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`)
  })
}
