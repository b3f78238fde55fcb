import { build, defaultClientConditions, type Rolldown } from 'vite'

/** One script of the module at `path` and all it imports, for a page's <script>. */
export async function bundle(path: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    // The library's sources: there is nothing to build before a test.
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    build: { write: false, minify: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
