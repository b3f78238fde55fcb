import { access, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Framework } from '../project/framework.ts'
import { packageManagerIn, type PackageManager } from '../project/packageManager.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { findModules } from './findModules.ts'
import { scriptNames, type ScriptNames } from './scriptNames.ts'
import { sessionOf, vendorsOf, type Session, type Vendors } from './vendorsOf.ts'

/** What `telltale init` finds out about a project. Paths are relative to its folder, with `/`. */
export interface Project {
  readonly folder: string
  /** The display name of the application. */
  readonly name: string
  readonly framework: Framework
  readonly language: 'ts' | 'js'
  /** What its components are written in. */
  readonly view: 'react' | 'vue' | 'svelte' | 'none'
  readonly hasZod: boolean
  readonly testRunner?: 'vitest' | 'jest'
  readonly hasJestConfig: boolean
  /** Whether Jest's functions are declared as globals. */
  readonly hasJestTypes: boolean
  readonly packageManager: PackageManager
  readonly isTelltaleInstalled: boolean
  /** The folder of the sources. */
  readonly source: string
  readonly scripts: ScriptNames
  /** The file in which the application starts. */
  readonly entry?: string
  /** The module that creates the layer already: the one of `telltale init`, if there are several. */
  readonly layer?: string
  /** The modules that are named as `telltale init` names them, wherever they are. */
  readonly modules: readonly string[]
  readonly vendors: Vendors
  readonly session?: Session
}

const VIEWS = ['react', 'vue', 'svelte'] as const

/** Inspects the project in a folder. Resolves with a message if there is no project. */
export async function projectIn(folder: string): Promise<Project | string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined)
    return 'There is no package.json in this folder. Run telltale init in the folder of an application.'
  const manifest = parseJson(text)
  if (manifest.outcome === 'invalid' || !isRecord(manifest.value))
    return 'package.json is not a JSON object. Correct it first.'
  const { name, dependencies, devDependencies, scripts, jest } = manifest.value
  const has = packagesIn(dependencies, devDependencies)
  const there = async (...paths: string[]) => firstOf(folder, paths)

  const layout = await there(...withExtensions('app/layout'), ...withExtensions('src/app/layout'))
  const root = await there(...withExtensions('app/root'))
  const framework: Framework = has('next')
    ? 'next'
    : has('@react-router/dev') && root
      ? 'react-router'
      : has('vite')
        ? 'vite'
        : 'none'
  const page = await there('index.html', 'public/index.html', 'src/index.html')
  const html = page === undefined ? '' : await readFile(join(folder, page), 'utf8')
  const started = /<script\b[^>]*\bsrc=["']\/?((?:\.\/)?src\/[^"']+)["']/.exec(html)?.[1]?.replace('./', '')
  const entry = {
    next: () => layout,
    'react-router': () => root,
    vite: () => started,
    none: () => there(...withExtensions('src/index'), ...withExtensions('src/main')),
  }[framework]
  const [entryFile, tsconfig, packageManager, jestConfig] = await Promise.all([
    Promise.resolve(entry()).then((path) => (path === undefined ? undefined : there(path))),
    there('tsconfig.json'),
    packageManagerIn(folder),
    there(...['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((extension) => `jest.config.${extension}`)),
  ])
  const entryText = entryFile === undefined ? '' : await readFile(join(folder, entryFile), 'utf8')
  const testRunner = has('vitest') ? 'vitest' : has('jest') ? 'jest' : undefined
  const session = sessionOf(has)
  const hasSource = (await there('src')) !== undefined
  const language = tsconfig !== undefined || /\.tsx?$/.test(entryFile ?? '') ? 'ts' : 'js'
  const source = sourceOf(framework, entryFile, hasSource)
  const { layers, named } = await findModules(folder)
  const layer = layers.find((path) => path === `${source}/telltale.${language}`) ?? layers[0]
  return {
    folder,
    name: nameForPeople(typeof name === 'string' ? name : basename(folder)),
    framework,
    language,
    view: VIEWS.find(has) ?? 'none',
    hasZod: has('zod'),
    ...(testRunner && { testRunner }),
    hasJestConfig: jest !== undefined || jestConfig !== undefined,
    hasJestTypes: has('@types/jest'),
    packageManager,
    isTelltaleInstalled: has('telltale'),
    source,
    scripts: scriptNames(scripts),
    ...(entryFile !== undefined && { entry: entryFile }),
    ...(layer !== undefined && { layer }),
    modules: named,
    vendors: vendorsOf(has, html + entryText),
    ...(session && { session }),
  }
}

/** Whether one of these lists of a package.json has a package. */
export function packagesIn(...lists: readonly unknown[]): (name: string) => boolean {
  const names = new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])))
  return (name) => names.has(name)
}

const withExtensions = (path: string) => ['tsx', 'jsx', 'ts', 'js'].map((extension) => `${path}.${extension}`)

async function firstOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(join(folder, path)).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}

function sourceOf(framework: Framework, entry: string | undefined, hasSource: boolean): string {
  // Without a layout it is the Pages Router: creating a folder `app` would turn the App Router on.
  if (framework === 'next' && entry === undefined) return hasSource ? 'src' : 'lib'
  if (framework === 'next') return entry?.startsWith('src/') ? 'src/app' : 'app'
  return framework === 'react-router' ? 'app' : 'src'
}

/** `@acme/rental-desk` is "Rental Desk". */
function nameForPeople(name: string): string {
  const words = (name.split('/').at(-1) ?? '').split(/[-_.\s]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'My application'
}
