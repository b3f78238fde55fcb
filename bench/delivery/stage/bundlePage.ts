import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

const pages = fileURLToPath(new URL('../page/', import.meta.url))
const bundled = new Map<string, Promise<string>>()

/** One of the pages in page/, as an application's bundler would make it; of the library the sources are taken. */
export function bundlePage(name: string): Promise<string> {
  const known = bundled.get(name) ?? bundle(name)
  bundled.set(name, known)
  return known
}

async function bundle(name: string): Promise<string> {
  const result = await build({
    root: pages,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: `${pages}${name}.ts`, output: { codeSplitting: false } },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`Vite made nothing of ${name}.`)
  return output.output[0].code
}
