import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeSection } from '../writeSection.mjs'
import { bundle, CLIENT } from './bundle.mjs'
import { CONCERNS, concernOf, REST } from './concerns.mjs'
import { weighConcerns, weighOnly, weighTexts } from './weigh.mjs'

/** @typedef {import('./concerns.mjs').Client} Client */

/** The vendor's, as they are published: minified, with a source map. */
const PUBLISHED = { v3: 'launchdarkly-js-client-sdk/dist/ldclient.es.js', v4: '@launchdarkly/js-client-sdk' }

/** What no flag client can be without. */
const CORE = [
  'contexts and redaction',
  'events: summaries, capacity, delivery',
  'store, evaluation, listeners',
  'poll, stream, HTTP',
  'the client: identify, methods, life',
  'the browser’s ports',
  REST,
]

/** What the client may weigh, in bytes. */
const BUDGET = 8000
const HEAD = ['', 'Telltale', 'share', 'the vendor’s v3', 'share', 'the vendor’s v4', 'share']

/** Weighs the flag client and the vendor's, writes the section of bench/RESULTS.md, and answers what it says. */
export async function writeProfile() {
  const bundles = {
    telltale: await bundle(CLIENT),
    v3: await published(PUBLISHED.v3),
    v4: await published(PUBLISHED.v4),
  }
  const clients = /** @type {Client[]} */ (Object.keys(bundles))
  const columns = clients.map((client) => {
    const weights = weighConcerns(bundles[client], (path) => concernOf(client, path))
    const { code } = bundles[client]
    const core = weighOnly(bundles[client], (path) => CORE.includes(concernOf(client, path)))
    return { weights, core, texts: weighTexts(code), minified: code.length }
  })

  const byConcern = [...CONCERNS.map(([name]) => name), REST].map((name) => [
    name,
    ...columns.flatMap(({ weights, minified }) => {
      const weight = weights.get(name)
      return weight ? [`${weight.gzip}`, percent(weight.minified, minified)] : ['', '']
    }),
  ])
  /** @param {string} title @param {(texts: ReturnType<typeof weighTexts>) => number} pick */
  const byText = (title, pick) => [
    title,
    ...columns.flatMap(({ texts }) => [`${pick(texts)}`, percent(pick(texts), texts.whole)]),
  ]
  const whole = ['**the whole**', ...columns.flatMap(({ texts }) => [`**${texts.whole}**`, ''])]

  const text = [
    '## What a flag client weighs, and what for',
    '',
    `\`npm run bench -- flags --size\`, ${new Date().toISOString().slice(0, 10)}. Bytes of the minified bundle, compressed with gzip; of the vendor’s, the bundle that`,
    'is published. A concern’s bytes are those by which the compressed bundle is smaller without its code, found by the source map; its share is',
    'of the minified characters. What is written alike in many places compresses away: the bytes come to less than the whole.',
    '',
    ...table(HEAD, [...byConcern, whole]),
    '',
    'Of all that, by how much it would be smaller without its texts, and with the shortest names that there are:',
    '',
    ...table(HEAD, [
      byText('sentences: errors, warnings, reports', ({ sentences }) => sentences),
      byText('other strings: the wire’s names, options, types', ({ strings }) => strings),
      byText('names of properties', ({ names }) => names),
      byText('… of which the language does not give them', ({ ownNames }) => ownNames),
    ]),
    '',
    ...conclusion(columns[0]),
  ].join('\n')
  await writeSection('flags-size', text)
  return text
}

/** @param {{ weights: Map<string, { gzip: number }>, texts: { whole: number, sentences: number, ownNames: number }, core: number } | undefined} ours */
function conclusion(ours) {
  if (!ours) return []
  const { weights, texts, core } = ours
  const [most, next] = [...weights].sort(([, a], [, b]) => b.gzip - a.gzip)
  const rest = [...weights].filter(([name]) => !CORE.includes(name)).map(([name]) => name)
  return [
    `The budget is ${BUDGET} bytes, and is exceeded by ${texts.whole - BUDGET}. The heaviest concern (${most?.[0]}) weighs ${most?.[1].gzip}, the next (${next?.[0]}) ${next?.[1].gzip}:`,
    `leaving out any one does not bring it there, nor does leaving out every sentence and mangling every name (${texts.sentences + texts.ownNames} together). Without`,
    `all of what a client could be without (${rest.join('; ')}), what is left`,
    `still weighs ${core}.`,
    '',
  ]
}

/** @param {string} name */
async function published(name) {
  const path = fileURLToPath(import.meta.resolve(name))
  return { code: await readFile(path, 'utf8'), map: JSON.parse(await readFile(`${path}.map`, 'utf8')) }
}

/** @param {number} part @param {number} of */
const percent = (part, of) => `${Math.round((100 * part) / of)} %`

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} body */
const table = (head, body) => [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
