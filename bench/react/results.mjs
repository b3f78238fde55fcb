import { writeSection } from '../writeSection.mjs'

/** @typedef {{ name: string, readers: number, mount: number, change: number, renders: number }} Row */

/** The most that is to be: against a bare state, and against the tree without flags. */
const MAX_CHANGE_RATIO = 1.3
const MAX_MOUNT_RATIO = 1.2

const TITLES = {
  plain: 'the same tree without flags',
  bare: 'a bare `setState`, and the stream read by hand',
  telltale: '**telltale** `useFlag`',
  v3: 'launchdarkly-react-client-sdk 3.9.4 `useFlags`',
  v4: '@launchdarkly/react-sdk 4.1.5 `useNumberVariation`',
  openfeature: '@openfeature/react-sdk 1.4.1 `useNumberFlagValue`, with its provider for the vendor’s client',
}

/**
 * Writes the section of bench/RESULTS.md, and answers what it says.
 *
 * @param {{ rows: readonly Row[], version: string }} measured
 */
export async function writeResults({ rows, version }) {
  const of = (/** @type {string} */ name, /** @type {number} */ readers) =>
    /** @type {Row} */ (rows.find((row) => row.name === name && row.readers === readers))
  const counts = [...new Set(rows.map(({ readers }) => readers))]
  const budgets = counts.flatMap((readers) => {
    const [ours, bare, plain] = [of('telltale', readers), of('bare', readers), of('plain', readers)]
    return [
      [`renders, ${readers} readers`, '= 1', String(ours.renders), ours.renders === 1],
      budget(
        `service → document, ${readers} readers, against a bare \`setState\``,
        MAX_CHANGE_RATIO,
        ours.change / bare.change,
      ),
      budget(`mount of ${readers} readers, against the tree without flags`, MAX_MOUNT_RATIO, ours.mount / plain.mount),
    ]
  })
  const lines = [
    '## Readers of flags in React',
    '',
    `\`npm run bench -- react\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${version}, React 19, production builds, one machine, one run. As many components read one`,
    'flag each; one flag changes on the server. Medians, the candidates turn by turn. Absolute times drift from machine to machine: what',
    'counts is the ratio in one run. A mount counts with its effects, in which hooks subscribe.',
    '',
    ...table(
      ['figure', 'goal', 'measured', 'met'],
      budgets.map(([figure, limit, is, isMet]) => [figure, limit, is, isMet ? 'yes' : '**no**'].map(String)),
    ),
    '',
    'A mount costs more than the tree without flags for what React takes of any component that can change by itself: a bare state with one',
    'effect is in the table for that. `useSyncExternalStore` has two effects, and is what keeps a render that yields from showing two values.',
    '',
    ...table(
      ['', 'readers', 'renders per change', 'service → document ms', '× bare', 'mount ms', '× without flags'],
      rows.map((row) => {
        const hasChange = row.name !== 'plain'
        return [
          TITLES[/** @type {keyof typeof TITLES} */ (row.name)],
          String(row.readers),
          hasChange ? String(row.renders) : '',
          hasChange ? row.change.toFixed(1) : '',
          hasChange ? (row.change / of('bare', row.readers).change).toFixed(2) : '',
          row.mount.toFixed(1),
          (row.mount / of('plain', row.readers).mount).toFixed(2),
        ]
      }),
    ),
    '',
  ]
  await writeSection('react', lines.join('\n'))
  return lines.join('\n')
}

/** @param {string} figure @param {number} limit @param {number} ratio */
const budget = (figure, limit, ratio) => [figure, `≤ ${limit} ×`, `${ratio.toFixed(2)} ×`, ratio <= limit]

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} body */
const table = (head, body) => [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
