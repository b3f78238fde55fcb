import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutComments } from './wrapEntry.ts'

/** The modules of Telltale in an application. Paths are relative to its folder, with `/`. */
export interface Modules {
  /** Those that create a layer. */
  readonly layers: readonly string[]
  /** Those that are named as `telltale init` names them, such as `telltaleFlags.ts`. */
  readonly named: readonly string[]
}

const SOURCE = /\.[cm]?[jt]sx?$/
const TEST = /\.(test|spec|stories)\.|\.d\.ts$/
const SKIPPED = /^(\.|node_modules$|dist$|build$|out$|coverage$|public$|__tests__$)/
const IMPORT = /\bfrom\s*['"]telltale(\/react)?['"]/
/** A call, the provider's `create={createTelltale}`, or its settings. */
const CREATION = /\bcreateTelltale\s*[(}]|<TelltaleProvider\b[^<]*\bsettings=/

/** Searches the sources in a folder, without those of other packages in it. */
export async function findModules(folder: string): Promise<Modules> {
  const paths = await sourcesIn(folder, '')
  const layers = await Promise.all(paths.map(async (path) => ((await createsLayer(join(folder, path))) ? [path] : [])))
  return { layers: layers.flat(), named: paths.filter((path) => /(^|\/)telltale[A-Z]\w*\.[^/]*$/.test(path)) }
}

async function createsLayer(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!text.includes('telltale')) return false
  const code = withoutComments(text)
  return IMPORT.test(code) && CREATION.test(code)
}

async function sourcesIn(folder: string, base: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, base), { withFileTypes: true }).catch(() => [])
  if (base !== '' && entries.some(({ name }) => name === 'package.json')) return []
  const paths = entries.map(async (entry): Promise<readonly string[]> => {
    if (SKIPPED.test(entry.name)) return []
    if (entry.isDirectory()) return sourcesIn(folder, `${base}${entry.name}/`)
    return SOURCE.test(entry.name) && !TEST.test(entry.name) ? [base + entry.name] : []
  })
  return (await Promise.all(paths)).flat().sort()
}
