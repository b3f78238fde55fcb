import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { builtCli } from './testing/builtCli.ts'

const PACKAGE = join(import.meta.dirname, '..')
const FILE = 'third-party-licenses.md'

interface Bundled {
  /** `name - version`, as the file names it. */
  readonly title: string
  /** The text of its licence, which some packages do not ship. */
  readonly license: string | undefined
}

describe('the console', () => {
  let text: string
  let packages: readonly Bundled[]
  beforeAll(async () => {
    const built = (await build({
      root: join(PACKAGE, 'console'),
      configFile: join(PACKAGE, 'vite.config.ts'),
      logLevel: 'error',
      build: { write: false },
    })) as Rolldown.RolldownOutput
    // Modules of scripts and style sheets, and files such as fonts.
    const modules = built.output.flatMap((one) =>
      one.type === 'chunk' ? one.moduleIds : one.originalFileNames.map((name) => join(PACKAGE, 'console', name)),
    )
    packages = packagesOf(modules)
    const file = built.output.find(({ fileName }) => fileName === FILE)
    text = file?.type === 'asset' ? String(file.source) : ''
  }, 120_000)

  test('ships the licence of each package that is bundled into it', () => {
    const headings = [...text.matchAll(/^## (\S+ - \S+)/gm)].map(([, title]) => title)
    expect(packages.length).toBeGreaterThan(20)
    expect(packages.map(({ title }) => title).filter((title) => !headings.includes(title))).toEqual([])
  })

  test('ships each text as its package has it', () => {
    const missing = packages.filter(({ license }) => license !== undefined && !text.includes(license))
    expect(missing.map(({ title }) => title)).toEqual([])
  })

  test('ships the notices of its fonts', () => {
    expect(text).toContain('The Instrument Sans Project Authors')
    expect(text).toContain('The JetBrains Mono Project Authors')
  })
})

test('the other files of the package have no code of others, and the file of licences is among them', async () => {
  const cli = await builtCli()
  const maps = readdirSync(cli.folder).filter((name) => name.endsWith('.map'))
  expect(maps.length).toBeGreaterThan(0)
  for (const name of maps) {
    const { sources } = JSON.parse(readFileSync(join(cli.folder, name), 'utf8')) as { sources: string[] }
    expect(sources.filter((source) => source.includes('node_modules'))).toEqual([])
  }
  expect(existsSync(join(cli.folder, 'console', FILE))).toBe(true)
  await cli.remove()
})

function packagesOf(modules: readonly string[]): Bundled[] {
  const folders = new Set(modules.filter((id) => /^[^\0]*\/node_modules\//.test(id)).map((id) => folderOf(dirname(id))))
  return [...folders].map((folder) => {
    const { name, version } = manifestOf(folder)
    const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(one))
    return { title: `${name} - ${version}`, license: file && readFileSync(join(folder, file), 'utf8').trim() }
  })
}

/** The folder of the package that a file is in. Folders inside of it may have a package.json without a name. */
function folderOf(folder: string): string {
  const isPackage = existsSync(join(folder, 'package.json')) && manifestOf(folder).name !== undefined
  return isPackage ? folder : folderOf(dirname(folder))
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string; version?: string }
