import { writeSection } from '../writeSection.mjs'

/**
 * @typedef {{ name: string, flagCount: number, ready: number, heap: number, same?: number, spread?: number, unknown?: number,
 *   all?: number, allAfterChange?: number, track?: number, patch: number }} Row
 */

/** @typedef {{ id: string, length: number }} File */

/** What the whole layer is made of. */
const LAYER_PARTS = /** @type {const} */ ([
  ['flags', /src\/flags\/|injectedFlagClient|serverSent/],
  ['events', /src\/(events|later)\/|[cC]ollector/],
  ['identity', /src\/identity\//],
  ['settings, and where the parts meet', /src\/(layer|define|index)/],
  ['Heap, Datadog, Intercom', /src\/(adapters|heap|datadog|intercom)/],
  ['React', /src\/react/],
  ['the browser’s ports', /src\/platform\//],
  ['requests and their retries', /core\/http|lib\/retry|ports\/transport/],
])

/** The columns of the table: what is measured, in which unit, with how many digits. */
const COLUMNS = /** @type {const} */ ([
  ['ready', 'ready ms', 1],
  ['same', '`variation` same key ns', 1],
  ['spread', 'spread over keys ns', 0],
  ['unknown', 'unknown key ns', 1],
  ['all', '`allFlags` µs', 2],
  ['allAfterChange', 'first `allFlags` after a change µs', 0],
  ['track', '`track` µs', 2],
  ['patch', 'patch → listener ms', 2],
  ['heap', 'heap kB', 0],
])

/** @param {number | undefined} value @param {number} digits */
const number = (value, digits) => (value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits))

/**
 * Writes the section of bench/RESULTS.md, and answers what it says.
 *
 * @param {{ sizes: Record<string, number>, files: Record<string, readonly File[]>, rows: readonly Row[], version: string }} measured
 */
export async function writeResults({ sizes, files, rows, version }) {
  const most = Math.max(...rows.map(({ flagCount }) => flagCount))
  const of = (/** @type {string} */ name) =>
    /** @type {Row} */ (rows.find((row) => row.name === name && row.flagCount === most))
  const [ours, v4, bare] = [of('telltale'), of('v4'), of('bare')]
  const few = /** @type {Row} */ (rows.find(({ name }) => name === 'telltale'))

  /** @type {[figure: string, limit: string, measured: string, isMet: boolean][]} */
  const budgets = [
    ['the client, minified + gzip', '≤ 8000 B', `${sizes['telltale']} B`, (sizes['telltale'] ?? 0) <= 8000],
    ['`variation`, same key', '≤ 40 ns', `${number(ours.same, 1)} ns`, (ours.same ?? Infinity) <= 40],
    ['… against v4', '≥ 5 × faster', `${ratio(v4.same, ours.same)} ×`, (v4.same ?? 0) >= 5 * (ours.same ?? Infinity)],
    ['`variation`, unknown key', '≤ 60 ns', `${number(ours.unknown, 1)} ns`, (ours.unknown ?? Infinity) <= 60],
    [
      'ready, against a bare fetch and parse',
      '≤ 1.3 ×',
      `${ratio(ours.ready, bare.ready)} ×`,
      ours.ready <= 1.3 * bare.ready,
    ],
    [
      'patch → listener, against a bare reader',
      '≤ 2 ×',
      `${ratio(ours.patch, bare.patch)} ×`,
      ours.patch <= 2 * bare.patch,
    ],
    [
      `… with ${most} flags, against ${few.flagCount}`,
      '≤ 2 ×',
      `${ratio(ours.patch, few.patch)} ×`,
      ours.patch <= 2 * few.patch,
    ],
    ['`allFlags`, while nothing changes', '≤ 300 µs', `${number(ours.all, 2)} µs`, (ours.all ?? Infinity) <= 300],
    [
      '`allFlags`, the first after a change',
      '≤ 300 µs',
      `${number(ours.allAfterChange, 0)} µs`,
      (ours.allAfterChange ?? Infinity) <= 300,
    ],
    ['heap, against the parsed payload', '≤ 1.3 ×', `${ratio(ours.heap, bare.heap)} ×`, ours.heap <= 1.3 * bare.heap],
    ['`track`', '≤ 3 µs', `${number(ours.track, 2)} µs`, (ours.track ?? Infinity) <= 3],
  ]

  const lines = [
    '## The flag client beside the vendor’s own',
    '',
    `\`npm run bench -- flags\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${version}, one machine, one run. Absolute times drift from`,
    'machine to machine: what counts is the ratio in one run. `bare` is a `fetch` and a `JSON.parse`, or a stream reader, and nothing else.',
    '',
    `### Against the budgets, with ${most} flags`,
    '',
    ...table(
      ['figure', 'goal', 'measured', 'met'],
      budgets.map(([figure, limit, is, isMet]) => [figure, limit, is, isMet ? 'yes' : '**no**']),
    ),
    '',
    ...explained({ few, bare }),
    '### Size, minified + gzip (bytes)',
    '',
    ...table(
      ['', 'Telltale', 'the vendor’s v3', 'the vendor’s v4'],
      [
        ['the flag client', `${sizes['telltale']}`, `${sizes['v3']}`, `${sizes['v4']}`],
        [
          'the whole layer · a flag client with React',
          `${sizes['layer']}`,
          `${sizes['v3React']}`,
          `${sizes['v4React']}`,
        ],
      ],
    ),
    '',
    'The whole layer is identity, flags with streaming, events, Heap, Datadog, Intercom and the React hooks; React is not counted. What the flag',
    'client is made of stands below, beside the vendor’s; what the layer is made of, by its unminified code:',
    '',
    ...table(['the whole layer', 'share'], sharesOf(files['layer'] ?? [], LAYER_PARTS)),
    '',
    '### Speed and memory',
    '',
    ...table(
      ['', 'flags', ...COLUMNS.map(([, title]) => title)],
      rows.map((row) => [
        row.name,
        String(row.flagCount),
        ...COLUMNS.map(([name, , digits]) => number(row[name], digits)),
      ]),
    ),
    '',
  ]
  await writeSection('flags', lines.join('\n'))
  return lines.join('\n')
}

/**
 * @param {{ few: Row, bare: Row }} rows
 */
const explained = ({ few, bare }) => [
  'The flag service is on another origin than the page, as the vendor’s is. What the figures do not say:',
  '',
  '- **Size.** The budget was set for all that the client does, and it does more than the vendor’s. No part of it stands out, and leaving out any',
  '  one would not bring it there: *What a flag client weighs*, below, has the profile. Tried and measured: one HTTP client for flags, identity and',
  '  collectors; its own reader of server-sent events; tables in place of branches; mangling of property names, which would cost readable stacks.',
  '  What is written twice compresses away: each of these brought tens of bytes, not kilobytes.',
  `- **Ready.** A page that runs the client’s code for the first time pays some milliseconds for it, with ${few.flagCount} flags too; with many flags`,
  '  the service’s answer costs its parsing and little more.',
  `- **The first \`allFlags\` after a change.** A copy of so many values takes this engine ${number(bare.allAfterChange, 0)} µs (\`{ ...values }\`, the row \`bare\`), and what was`,
  '  handed out before must stay as it was. So the next copy is made 20 ms after a change was read, when nobody waits for it, and kept up to date. Two',
  '  changes within 20 ms, and the very first, cost a copy.',
  '',
]

/**
 * @param {readonly File[]} files
 * @param {readonly (readonly [part: string, pattern: RegExp])[]} parts
 * @returns {[part: string, share: string][]}
 */
function sharesOf(files, parts) {
  const partOf = (/** @type {string} */ id) => parts.find(([, pattern]) => pattern.test(id))?.[0] ?? 'shared pieces'
  const total = files.reduce((sum, { length }) => sum + length, 0)
  const names = [...parts.map(([name]) => name), 'shared pieces']
  const lengthOf = (/** @type {string} */ name) =>
    files.reduce((sum, { id, length }) => (partOf(id) === name ? sum + length : sum), 0)
  return names.map((name) => [name, `${Math.round((100 * lengthOf(name)) / total)} %`])
}

/** @param {number | undefined} a @param {number | undefined} b */
const ratio = (a, b) => number((a ?? NaN) / (b ?? NaN), 2)

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} body */
const table = (head, body) => [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
