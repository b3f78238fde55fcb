import { build, defaultClientConditions, type Rolldown } from 'vite'

/** Bundles the module at `path` with its imports to one script for a page. */
export async function bundle(path: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    // Uses the library's sources, so that nothing has to be built before a test.
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    build: { write: false, minify: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
