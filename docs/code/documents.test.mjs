import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { codeBlocks } from './codeBlocks.mjs'

const CONTENT = 'docs/src/content/docs'

const documents = [
  'README.md',
  ...['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/README.md`),
  ),
  ...readdirSync(join(root, CONTENT), { recursive: true, encoding: 'utf8' })
    .map((name) => `${CONTENT}/${name.replaceAll('\\', '/')}`)
    // The pages of the API are made from the sources: their blocks are signatures.
    .filter((path) => !path.startsWith(`${CONTENT}/reference/api/`)),
].filter((path) => /\.mdx?$/.test(path))

const base = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config.compilerOptions
const types = ['node', 'vite/client']
const { options } = ts.convertCompilerOptionsFromJson({ ...base, types, noUnusedLocals: false }, root)

/** What is read once for all: the standard library and the library's own types. @type {Map<string, ts.SourceFile | undefined>} */
const read = new Map()

/** @param {ReadonlyMap<string, string>} files @param {readonly string[]} names those to look at; the others can be imported */
function problemsOf(files, names) {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile, directoryExists } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.directoryExists = (path) =>
    [...files.keys()].some((file) => file.startsWith(`${path}/`)) || !!directoryExists?.(path)
  host.getSourceFile = (path, ...how) => {
    if (files.has(path)) return getSourceFile(path, ...how)
    if (!read.has(path)) read.set(path, getSourceFile(path, ...how))
    return read.get(path)
  }
  const program = ts.createProgram(names, options, host)
  return names.flatMap((name) => {
    const source = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${name.replace(/.*\.documents\//, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}

/** @param {string} path of a document */
const typeScriptOf = (path) =>
  codeBlocks(readFileSync(join(root, path), 'utf8')).filter(({ file }) => /[.]tsx?$/.test(file))

describe('the TypeScript that a document shows compiles, with what the document has shown before:', () => {
  const cases = documents.flatMap((path) => {
    const blocks = typeScriptOf(path)
    return [...new Set(blocks.map(({ section }) => section))].map((section) => ({ path, section, blocks }))
  })

  test.each(cases)('$path, $section', ({ path, section, blocks }) => {
    const folder = join(root, '.cache/examples/.documents', path)
    const end = blocks.map((block) => block.section).lastIndexOf(section)
    const shown = blocks.slice(0, end + 1).map((block) => ({ ...block, name: join(folder, block.file) }))
    const files = new Map(shown.map(({ name, given, code }) => [name, `${given}\n${code}`]))
    const names = shown.filter((block) => block.section === section).map(({ name }) => name)
    expect(problemsOf(files, names)).toEqual([])
  })
})

// `telltale init` registers flags, and then a key is one of theirs and no longer any string.
const REGISTERED = `import { defineFlags } from 'telltale'
export const flags = defineFlags({
  'new-pricing': { default: false },
  'new-welcome': { default: false },
  'quote-layout': { default: 'classic', variations: ['classic', 'steps'] },
  'price-rounding': { default: 1 },
  sizes: { default: null },
})
declare module 'telltale' { interface Register { flags: typeof flags } }
`

describe('the TypeScript that a document shows compiles in an application that has registered its flags:', () => {
  // Other documents show the registration itself, or make a layer before it.
  const cases = ['guides/without-a-framework.md'].map((name) => `${CONTENT}/${name}`)

  test.each(cases)('%s', (path) => {
    const folder = join(root, '.cache/examples/.documents', path)
    const shown = typeScriptOf(path)
      .filter(({ code }) => !code.includes('createTelltale('))
      .map(({ file, given, code }) => ({ name: join(folder, file), text: `${given}\n${code}` }))
    const registered = join(folder, 'src/registered.ts')
    const files = new Map([...shown, { name: registered, text: REGISTERED }].map(({ name, text }) => [name, text]))
    expect(problemsOf(files, [...files.keys()])).toEqual([])
  })
})

test('a mistake in a document is found', () => {
  const [block] = codeBlocks(
    '## A\n\n<!-- given: declare const id: string -->\n\n```ts\nexport const n: number = id\n```\n',
  )
  const name = join(root, '.cache/examples/.documents/mistake.ts')
  const files = new Map([[name, `${block?.given}\n${block?.code}`]])
  expect(problemsOf(files, [name])).toEqual([
    expect.stringContaining("Type 'string' is not assignable to type 'number'"),
  ])
  expect(block).toMatchObject({ section: '## A', line: 6, file: 'src/line-6.ts' })
})
