import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ENTRY = 'virtual:entry'
/** An application has it already. */
const REACT = [/^react(-dom)?(\/|$)/]

/** A flag client on its own, with what the vendor's has. */
export const CLIENT = `export { createFlagClient, withHooks, withInspectors, withPlugins, withStorage } from 'telltale/flags'`

/**
 * The code as a production build would have it, from the library's sources, and how much each file has of it, unminified.
 * React is there already.
 *
 * @param {string} source an entry module
 * @param {RegExp[]} external what is left out; React when absent
 */
export async function bundle(source, external = REACT) {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@telltale/source', 'module', 'browser', 'import'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('entry.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/entry.js') ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      sourcemap: 'hidden',
      minify: 'oxc',
      modulePreload: false,
      rollupOptions: {
        external,
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        // One file: a page of a bench has no server for a second one.
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const output = /** @type {import('vite').Rollup.RollupOutput} */ (Array.isArray(built) ? built[0] : built).output
  const { code, modules, map } = output[0]
  const files = Object.entries(modules).map(([id, { renderedLength }]) => ({ id, length: renderedLength }))
  if (!map) throw new Error('The bundle has no source map.')
  return { code, files, map: /** @type {import('node:module').SourceMapPayload} */ (/** @type {unknown} */ (map)) }
}

/** @param {string} code */
export const gzipBytes = (code) => gzipSync(code, { level: 9 }).length
