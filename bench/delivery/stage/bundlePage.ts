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

/** One of the pages in page/, as an application's bundler would make it, from the sources of the library. */
export function bundlePage(name: string): Promise<PageFiles> {
  const known = bundled.get(name) ?? bundle(name)
  bundled.set(name, known)
  return known
}

async function bundle(name: string): Promise<PageFiles> {
  const result = await build({
    root: pages,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
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
