import { build, mergeConfig } from 'vite'

/** The name of the module that stands for an application; the sign in front keeps other plugins away from it. */
const APPLICATION = '\0application'
/** Vite's own function around each import(). An application that imports any page later has it already. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * What an application downloads, as Vite makes it for production. React is there already.
 *
 * @param {string} code of the application
 * @param {import('vite').InlineConfig} config
 * @returns {Promise<{ first: string[], later: string[], modules: string[] }>} the texts of the files that the page needs to run, and
 *   of those that it imports later
 */
export async function bundle(code, config) {
  /** @type {import('vite').InlineConfig} */
  const application = {
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      {
        name: 'application',
        enforce: 'pre',
        resolveId: (id) => (id === APPLICATION ? id : undefined),
        load(id) {
          if (id === PRELOAD_HELPER) return 'export const __vitePreload = (load) => load()'
          return id === APPLICATION ? code : undefined
        },
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
        // What the first chunk shares with a later one stays in the first, as in an application whose page names the first.
        preserveEntrySignatures: 'allow-extension',
        output: { format: 'es' },
      },
    },
  }
  const result = await build(mergeConfig(application, config))
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const fileName of first)
    for (const name of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) first.add(name)
  const isFirst = (/** @type {{ fileName: string }} */ { fileName }) => first.has(fileName)
  return {
    first: chunks.filter(isFirst).map((chunk) => chunk.code),
    later: chunks.filter((chunk) => !isFirst(chunk)).map((chunk) => chunk.code),
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
  }
}
