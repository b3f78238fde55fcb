import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** The name of the module that stands for an application; the sign in front keeps other plugins away from it. */
const APPLICATION = '\0application'

/**
 * What an application downloads for these entries when it uses all that they export, or that alone which stands after a `#`.
 * React is there already.
 *
 * @param {readonly string[]} entries
 * @param {string} root a folder from which the entries are found
 * @returns {Promise<{ minified: number, gzip: number }>}
 */
export async function measure(entries, root) {
  const names = entries.map((entry) => {
    const [module, name] = entry.split('#')
    return `export ${name ? `{ ${name} }` : '*'} from ${JSON.stringify(module)}`
  })
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === APPLICATION ? id : undefined),
        load: (id) => (id === APPLICATION ? names.join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: APPLICATION,
        external: /^react(-dom)?(\/|$)/,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const code = chunks.map((chunk) => chunk.code).join('')
  if (!code) throw new Error(`Nothing came out of bundling ${entries.join(', ')}.`)
  return { minified: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length }
}
