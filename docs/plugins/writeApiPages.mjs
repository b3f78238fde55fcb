import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { Application, Comment, CommentTag, Converter, LogLevel, ReflectionKind } from 'typedoc'

// Writes a page for each entry of the package `telltale`, from the comments of its sources. The pages are not committed.

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = join(root, 'packages/telltale')
const out = join(root, 'docs/src/content/docs/reference/api')
const made = join(root, 'docs/.api')

/** What each entry is for. */
const DESCRIPTIONS = new Map([
  [
    'telltale',
    'The layer: `createTelltale`, its settings, events, identity and flags, and how an application declares its own.',
  ],
  [
    'telltale/react',
    'The provider of the layer for React, its hooks, and a component that shows its children while a flag has a value.',
  ],
  [
    'telltale/flags',
    "Feature flags from LaunchDarkly's client-side service, in the layer or as a client of their own.",
  ],
  [
    'telltale/ofrep',
    'Feature flags from a server of the OpenFeature Remote Evaluation Protocol, such as flagd or GO Feature Flag.',
  ],
  ['telltale/flag-source', 'Feature flags from a source of your own, in the layer.'],
  [
    'telltale/injected',
    "Feature flags from a client of LaunchDarkly's JavaScript SDK that the application has created.",
  ],
  ['telltale/launchdarkly', "The flag client under the signatures of LaunchDarkly's JavaScript SDK, versions 3 and 4."],
  ['telltale/accounts', 'The accounts of a person, such as a company, for flags, events and vendors.'],
  ['telltale/traits', 'What a collector may know about a person, beside the unique identity.'],
  [
    'telltale/visitor',
    'A visitor in the browser while nobody is signed in, and one event that links the visitor to the person.',
  ],
  ['telltale/consent', 'What users allow: nothing that needs their consent is kept or sent before.'],
  ['telltale/consent-react', 'A hook for what users allow.'],
  ['telltale/consent-flags', 'Flags that are requested only if the user allows it.'],
  ['telltale/consent-onetrust', 'A reader of OneTrust, which decides in place of a dialogue of your own.'],
  ['telltale/consent-cookiebot', 'A reader of Cookiebot, which decides in place of a dialogue of your own.'],
  ['telltale/consent-cookieyes', 'A reader of CookieYes, which decides in place of a dialogue of your own.'],
  ['telltale/collector', 'A destination that sends events to an HTTP endpoint.'],
  ['telltale/http', 'A destination that posts events in a format of your own, by the rules of the collector.'],
  ['telltale/openfeature', "A provider for OpenFeature's web SDK, over the flags of the layer."],
  [
    'telltale/page-views',
    'A step that records page views with the patterns of their routes, and adds the view to each event.',
  ],
  [
    'telltale/redact',
    'A step that replaces e-mail addresses, tokens, numbers of cards and other secrets in events, before they are stored.',
  ],
  ['telltale/otlp', 'Events as log records for OpenTelemetry, and a step that adds the active span.'],
  ['telltale/web-vitals', "A step that records what Google's library web-vitals measures."],
  ['telltale/errors', 'A step that records errors, rejections, and errors of React, as events.'],
  ['telltale/segment', 'Events for Segment, RudderStack, Jitsu, and others with the same HTTP API.'],
  ['telltale/session', 'A step that adds the session of the user to each event.'],
  [
    'telltale/steps',
    'Steps that add properties to each event, keep the events of a share of the persons, and mark automated browsers.',
  ],
  ['telltale/heap', 'A destination that passes events to Heap.'],
  ['telltale/datadog', 'A destination that passes events to Datadog RUM.'],
  ['telltale/intercom', 'A destination that passes events to Intercom.'],
  ['telltale/vendor', 'A destination for any other script of a vendor.'],
  ['telltale/validate', 'A developer tool that checks the properties of events against their definitions.'],
  ['telltale/console', 'A developer tool that shows what the layer does in the console of the local services.'],
  [
    'telltale/inspector',
    'A developer tool that shows what the layer does in a panel of the page, and overrides flags.',
  ],
  ['telltale/maps', 'The loader for the script of a map.'],
  ['telltale/testing', 'The layer for tests: without a browser or a network, with stand-ins for services and vendors.'],
  ['telltale/testing/react', 'The provider for tests of components.'],
])

/** What a declaration stands in: an alias if it is a type without a name, nothing, or an interface if it is a member. */
const SHELLS = [
  ['type Shell = ', ''],
  ['', ''],
  ['interface Shell {\n', '}'],
]

/** @type {{ exports: Record<string, string | Record<string, string>> }} */
const { exports: targets } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const order = [...DESCRIPTIONS.keys()]
const entries = Object.entries(targets).flatMap(([key, target]) => {
  if (typeof target === 'string') return []
  const source = target['@telltale/source'] ?? ''
  const file = source.replace(/^\.\/src\/(.*)\.tsx?$/, '$1')
  return [{ name: key === '.' ? 'telltale' : `telltale${key.slice(1)}`, file, source: join(home, source) }]
})

const NOT_EXPORTED = 'Types that are not exported'
const MEMBERS = ReflectionKind.Interface | ReflectionKind.TypeAlias | ReflectionKind.Variable
const application = await Application.bootstrapWithPlugins({
  entryPoints: entries.map(({ source }) => source),
  tsconfig: join(home, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown', 'typedoc-plugin-missing-exports'],
  logLevel: LogLevel.Error,
  groupOrder: ['Functions', 'Variables', 'Interfaces', 'Type Aliases', NOT_EXPORTED, 'Properties', 'Methods'],
  readme: 'none',
  disableGit: true,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  skipErrorChecking: true,
  ...{
    placeInternalsInOwningModule: true,
    outputFileStrategy: 'modules',
    outputs: [{ name: 'markdown', path: made }],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    useCodeBlocks: true,
    expandParameters: true,
    expandObjects: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    propertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    tableColumnSettings: { hideSources: true, hideModifiers: true, hideInherited: true, hideOverrides: true },
    entryFileName: 'contents',
  },
})
// A type that an entry names but does not export has its description, too, in a group of its own. The plugin for these types adds them
// between the two listeners, since its priority is 1e9.
const exported = new Set()
application.converter.on(
  Converter.EVENT_RESOLVE_BEGIN,
  ({ project }) => project.getReflectionsByKind(MEMBERS).forEach((member) => exported.add(member)),
  2e9,
)
application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const member of project.getReflectionsByKind(MEMBERS)) {
    if (exported.has(member)) continue
    member.comment ??= new Comment()
    member.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: NOT_EXPORTED }]))
  }
})
// Options that an interface of options inherits are described once, where they are declared.
application.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
  for (const option of project.getReflectionsByKind(ReflectionKind.Property))
    if (option.isDeclaration() && option.inheritedFrom && /Options/.test(option.parent?.name ?? ''))
      project.removeReflection(option)
})
const project = await application.convert()
if (!project) throw new Error('The sources of the package could not be read.')
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await application.generateOutputs(project)

for (const { name, file } of entries) {
  const markdown = await readFile(join(made, `${file}.md`), 'utf8')
  const slug = slugOf(name)
  const description = DESCRIPTIONS.get(name)
  if (!description) throw new Error(`${name} has no description.`)
  const head = `---\ntitle: ${name}\ndescription: ${JSON.stringify(description.replaceAll('`', ''))}\nsidebar:\n  order: ${order.indexOf(name) + 1}\n---\n\n${description}\n`
  await writeFile(
    join(out, `${slug}.md`),
    `${head}\n${withLinks(withReferences(await withFormattedCode(withNames(withoutRepetition(markdown)))))}`,
  )
}
console.log(`${entries.length} pages of the API`)
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

/** The formatter indents declarations and breaks their long lines, which TypeDoc does not. @param {string} markdown */
async function withFormattedCode(markdown) {
  const formatted = new Map()
  for (const [, code = ''] of markdown.matchAll(/^```ts\n([^]*?)^```$/gm))
    for (const [before = '', after = ''] of SHELLS) {
      if (formatted.has(code)) break
      const { code: whole, errors } = await format('declaration.ts', `${before}${code}${after}`, {
        printWidth: 75,
        semi: false,
        singleQuote: true,
        objectWrap: 'collapse',
      })
      if (errors.length > 0) continue
      const inner = whole.slice(before.length, whole.length - after.length - (after ? 1 : 0))
      formatted.set(code, after ? inner.replace(/^ {2}/gm, '') : inner)
    }
  return markdown.replace(
    /^(```ts\n)([^]*?)^```$/gm,
    (_, fence, code) => `${fence}${formatted.get(code) ?? code}\`\`\``,
  )
}

/**
 * The code block of a declaration has the names and the types. A section that only repeats them is left out, unless its types are
 * links. A parameter without a default has no default `undefined`.
 *
 * @param {string} markdown
 */
function withoutRepetition(markdown) {
  return markdown
    .replace(/^\| Parameter \| Type \| Default value \|.*\n(?:\|.*\n)+/gm, (table) =>
      table.replaceAll('| `undefined` |', '| - |'),
    )
    .split(/^(?=#{2,6} |\*{3}$)/m)
    .filter((section) => {
      const [, title, content = ''] =
        /^#{2,6} (Parameters|Type Parameters|Returns|Extended by)\n([^]*)$/.exec(section) ?? []
      if (title === 'Extended by') return false
      if (!title || content.includes('](')) return true
      if (title === 'Returns') return content.trim().includes('\n\n')
      const [head = '', , ...rows] = content.trim().split('\n')
      const column = head.split('|').findIndex((cell) => /Description|Default/.test(cell))
      return column > 0 && rows.some((row) => row.split(' | ')[column - 1]?.replace(/[-| ]/g, ''))
    })
    .join('')
}

/** What an entry exports again is one line, and not a section for each name. @param {string} markdown */
function withReferences(markdown) {
  const [own = '', references] = markdown.split(/^## References$/m)
  const names = [...(references ?? '').matchAll(/^Re-exports (\[.*\]\(.*\))$/gm)].map(([, link]) => link)
  return names.length > 0 ? `${own}## Also exported\n\n${names.join(', ')}\n` : markdown
}
