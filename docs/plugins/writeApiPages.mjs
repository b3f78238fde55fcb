import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, LogLevel } from 'typedoc'

// Writes a page for each entry of the package `telltale`, from the comments of its sources. The pages are not committed.

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = join(root, 'packages/telltale')
const out = join(root, 'docs/src/content/docs/reference/api')
const made = join(root, 'docs/.api')

/** @type {{ exports: Record<string, string | Record<string, string>> }} */
const { exports: targets } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const entries = Object.entries(targets).flatMap(([key, target]) => {
  if (typeof target === 'string') return []
  const source = target['@telltale/source'] ?? ''
  const file = source.replace(/^\.\/src\/(.*)\.tsx?$/, '$1')
  return [{ name: key === '.' ? 'telltale' : `telltale${key.slice(1)}`, file, source: join(home, source) }]
})

const application = await Application.bootstrapWithPlugins({
  entryPoints: entries.map(({ source }) => source),
  tsconfig: join(home, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  logLevel: LogLevel.Error,
  readme: 'none',
  disableGit: true,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  skipErrorChecking: true,
  ...{
    outputFileStrategy: 'modules',
    outputs: [{ name: 'markdown', path: made }],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    useCodeBlocks: true,
    expandParameters: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    propertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    tableColumnSettings: { hideSources: true, hideModifiers: true, hideInherited: true, hideOverrides: true },
    entryFileName: 'contents',
  },
})
const project = await application.convert()
if (!project) throw new Error('The sources of the package could not be read.')
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await application.generateOutputs(project)

const descriptions = entryDescriptions()
for (const [order, { name, file }] of entries.entries()) {
  const markdown = await readFile(join(made, `${file}.md`), 'utf8')
  const slug = slugOf(name)
  const description = descriptions.get(name) ?? `The exports of ${name}.`
  const head = `---\ntitle: ${name}\ndescription: ${JSON.stringify(plain(description))}\nsidebar:\n  order: ${order + 1}\n---\n\n${description}\n`
  await writeFile(join(out, `${slug}.md`), `${head}\n${withLinks(withReferences(withNames(markdown)))}`)
}
const written = await readdir(out)
console.log(`${written.length} pages of the API`)
await rm(made, { recursive: true, force: true })

/** The address of a page is the name of its entry, with a hyphen for the slash. @param {string} name */
function slugOf(name) {
  return name.replaceAll('/', '-')
}

/** Links between entries have the names of the source files. @param {string} markdown */
function withLinks(markdown) {
  const slugs = new Map(entries.map(({ name, file }) => [file, slugOf(name)]))
  return markdown.replace(/\]\(([\w/-]+)\.md(#[^)]*)?\)/g, (whole, file, hash = '') => {
    const slug = slugs.get(file)
    return slug ? `](./${slug}.md${hash})` : whole
  })
}

/** A parameter that a function destructures has no name of its own. @param {string} markdown */
function withNames(markdown) {
  return markdown
    .replaceAll('...__namedParameters', '...args')
    .replaceAll('...`__namedParameters`', '...`args`')
    .replaceAll('__namedParameters', 'options')
}

/** What an entry exports again is one line, and not a section for each name. @param {string} markdown */
function withReferences(markdown) {
  const [own = '', references] = markdown.split(/^## References$/m)
  const names = [...(references ?? '').matchAll(/^Re-exports (\[.*\]\(.*\))$/gm)].map(([, link]) => link)
  return names.length > 0 ? `${own}## Also exported\n\n${names.join(', ')}\n` : markdown
}

/** What each entry is for, from the table of the README. */
function entryDescriptions() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const rows = readme.matchAll(/^\| `(telltale[\w/-]*)` \| (.+) \|$/gm)
  return new Map([...rows].map(([, name = '', text = '']) => [name, `${text[0] === '`' ? text : capital(text)}.`]))
}

/** @param {string} text */
function capital(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** @param {string} text */
function plain(text) {
  return text.replaceAll('`', '')
}
