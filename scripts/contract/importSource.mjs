import { join } from 'node:path'
import { defaultServerConditions, runnerImport } from 'vite'
import { root } from '../ensureInstalled.mjs'

const conditions = ['@telltale/source', ...defaultServerConditions]

/**
 * A TypeScript file of the repository as a module of this process, with the library's sources.
 *
 * @param {string} path from the root
 * @returns {Promise<any>}
 */
export async function importSource(path) {
  const { module } = await runnerImport(join(root, path), {
    configFile: false,
    root,
    logLevel: 'warn',
    environments: { inline: { resolve: { conditions, externalConditions: conditions, noExternal: ['telltale'] } } },
  })
  return module
}
