import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as vite } from 'vite'
import { root } from '../../scripts/ensureInstalled.mjs'

// compatibility/tools is no workspace.
const requireTool = createRequire(join(root, '.cache/tools/package.json'))
const { build: esbuild } = requireTool('esbuild')
const webpack = requireTool('webpack')

/** What webpack hands to its callback. @typedef {{ compilation?: { errors: Error[], warnings: Error[] } }} Stats */

/**
 * What each bundler makes of a page's module: `page.js` in a folder. Each is used as its documentation tells, with nothing that
 * Telltale needs set.
 *
 * @type {Record<string, (page: { entry: string, folder: string, outDir: string }) => Promise<unknown>>}
 */
export const bundle = {
  webpack: ({ entry, folder, outDir }) =>
    new Promise((resolve, reject) => {
      // It would warn of the size of React.
      const options = {
        performance: /** @type {const} */ ({ hints: false }),
        output: { path: outDir, filename: 'page.js' },
      }
      const finished = (/** @type {Error | null} */ error, /** @type {Stats | undefined} */ stats) => {
        const problems = stats?.compilation ? [...stats.compilation.errors, ...stats.compilation.warnings] : []
        if (error || problems.length > 0) reject(error ?? new Error(problems.map(({ message }) => message).join('\n')))
        else resolve(stats)
      }
      webpack({ mode: 'production', context: folder, entry, ...options }, finished)
    }),
  async esbuild({ entry, folder, outDir }) {
    const outfile = `${outDir}/page.js`
    const define = { 'process.env.NODE_ENV': '"production"' }
    const { warnings } = await esbuild({
      absWorkingDir: folder,
      logLevel: 'silent',
      define,
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: 'esm',
    })
    if (warnings.length > 0)
      throw new Error(warnings.map((/** @type {{ text: string }} */ { text }) => text).join('\n'))
  },
  Vite: ({ entry, folder, outDir }) =>
    vite({
      root: folder,
      // The page is not served from the root of its server: Vite has to be told, as its documentation says.
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir, rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } } },
    }),
}

/**
 * What esbuild warns of in a file and in all that it imports. In `node_modules` it would warn of nothing.
 *
 * @param {string} entry
 * @returns {Promise<readonly string[]>}
 */
export async function esbuildWarnings(entry) {
  const { warnings } = await esbuild({
    ...{ entryPoints: [entry], bundle: true, format: 'esm', splitting: true, outdir: 'out', write: false },
    ...{ external: ['react'], logLevel: 'silent' },
  })
  return warnings.map((/** @type {{ text: string }} */ { text }) => text)
}
