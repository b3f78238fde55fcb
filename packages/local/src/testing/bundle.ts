import { build, type Rolldown } from 'vite'
import { fileURLToPath } from 'node:url'

const ENTRY = 'virtual:entry'

/** One script of `source` and all it imports, for a page's <script>. */
export async function bundle(source: string): Promise<string> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('entry.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/entry.js') ? source : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
