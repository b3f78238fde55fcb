import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

const PAGES = new URL('page/', import.meta.url)
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
 * A page as an application's bundler would make it, from the sources of the library. `page` is the name of a page in page/, or the
 * address of another one without its extension. `generators`: its async functions are compiled to generators, as Angular does it, because zone.js cannot replace the promises of async functions.
 */
export function bundlePage(page: string, generators = false): Promise<PageFiles> {
  const key = generators ? `${page} with generators` : page
  const known = bundled.get(key) ?? bundle(page, generators)
  bundled.set(key, known)
  return known
}

async function bundle(page: string, generators: boolean): Promise<PageFiles> {
  const result = await build({
    root: fileURLToPath(PAGES),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    ...(generators && { oxc: { target: 'es2016' } }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`${page}.ts`, PAGES)),
        output: { entryFileNames: PAGE_SCRIPT.slice(1) },
      },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`Vite built nothing from ${page}.`)
  const chunks = output.output.filter((file) => file.type === 'chunk')
  return new Map(
    chunks.map(({ fileName, code, isDynamicEntry: isLater }) => [`/${fileName}`, { code, isLater }] as const),
  )
}
