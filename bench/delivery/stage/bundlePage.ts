import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

const pages = fileURLToPath(new URL('../page/', import.meta.url))
const bundled = new Map<string, Promise<PageFiles>>()

/** The path of the script that the page itself names. */
export const PAGE_SCRIPT = '/page.js'

export interface PageFile {
  code: string
  /** The page runs without it at first. */
  isLater: boolean
}

/** The scripts of a page, by their paths. */
export type PageFiles = ReadonlyMap<string, PageFile>

/**
 * One of the pages in page/, as an application's bundler would make it, from the sources of the library. `generators`: its async
 * functions are compiled to generators, as Angular does it, because zone.js cannot replace the promises of async functions.
 */
export function bundlePage(name: string, generators = false): Promise<PageFiles> {
  const key = generators ? `${name} with generators` : name
  const known = bundled.get(key) ?? bundle(name, generators)
  bundled.set(key, known)
  return known
}

async function bundle(name: string, generators: boolean): Promise<PageFiles> {
  const result = await build({
    root: pages,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    ...(generators && { oxc: { target: 'es2016' } }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: `${pages}${name}.ts`, output: { entryFileNames: PAGE_SCRIPT.slice(1) } },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`Vite built nothing from ${name}.`)
  const chunks = output.output.filter((file) => file.type === 'chunk')
  return new Map(
    chunks.map(({ fileName, code, isDynamicEntry: isLater }) => [`/${fileName}`, { code, isLater }] as const),
  )
}
