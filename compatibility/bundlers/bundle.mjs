import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import webpack from 'webpack'

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
      webpack({ mode: 'production', context: folder, entry, ...options }, (error, stats) => {
        const problems = stats?.compilation ? [...stats.compilation.errors, ...stats.compilation.warnings] : []
        if (error || problems.length > 0) reject(error ?? new Error(problems.map(({ message }) => message).join('\n')))
        else resolve(stats)
      })
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
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
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
