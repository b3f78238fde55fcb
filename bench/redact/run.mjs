import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { writeSection } from '../writeSection.mjs'
import { judge } from './judge.mjs'
import { makeCorpus } from './makeCorpus.mjs'
import { judgeNamed, makeNamedObjects } from './namedObjects.mjs'

// npm run bench -- redact: what redact() finds in a made corpus, what it takes for a secret, and what it takes of an event.

/** @typedef {typeof import('../../packages/telltale/src/redact.ts')} Redact */

/** Of all secrets, and of all texts that are changed. */
const LEAST = 0.99
/** Microseconds for an event of 20 properties. */
const MOST_US = 10
const EVENTS = 20_000
const ROUNDS = 10

const [loadBefore = 0] = loadavg()
const source = fileURLToPath(new URL('../../packages/telltale/src/redact.ts', import.meta.url))
const { redactor } = /** @type {Redact} */ (await createJiti(import.meta.url).import(source))
const clean = redactor()
// First: afterwards, the engine has other texts in mind.
const took = microseconds()
const corpus = makeCorpus(1)
const { recall, precision, missed, wrong, damaged } = judge((text) => clean(text), corpus)
const objects = makeNamedObjects(1)
const named = judgeNamed((value) => clean(/** @type {never} */ (value)), objects)
const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(2)} %`
const goals = [
  { figure: 'secrets that are found', goal: `≥ ${percent(LEAST)}`, measured: percent(recall), isMet: recall >= LEAST },
  {
    figure: 'changed texts that had a secret',
    goal: `≥ ${percent(LEAST)}`,
    measured: percent(precision),
    isMet: precision >= LEAST,
  },
  {
    figure: 'secrets under a name that are found',
    goal: `≥ ${percent(LEAST)}`,
    measured: percent(named.recall),
    isMet: named.recall >= LEAST,
  },
  {
    figure: 'changed properties that had a secret',
    goal: `≥ ${percent(LEAST)}`,
    measured: percent(named.precision),
    isMet: named.precision >= LEAST,
  },
  {
    figure: 'an event of 20 properties without a secret',
    goal: `≤ ${MOST_US} µs`,
    measured: `${took.toFixed(1)} µs`,
    isMet: took <= MOST_US,
  },
]
if (process.argv.includes('--list')) {
  for (const { text, kind, secrets } of [...missed, ...wrong])
    console.log(kind, JSON.stringify(secrets), JSON.stringify(text))
  for (const { name, value } of [...named.missed, ...named.wrong]) console.log(name, JSON.stringify(value))
}
console.log(goals)
if (goals.some(({ isMet }) => !isMet)) process.exitCode = 1
await writeSection(
  'redact',
  `## What does redact() find, and what does it take?

\`npm run bench -- redact\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores. When it began, the machine's load average was ${loadBefore.toFixed(1)}.
The corpus has ${corpus.length.toLocaleString('en')} made texts in eight languages, half of them with secrets: addresses, JSON, log lines and notes, encoded and in groups. Of
the other words of these texts, ${percent(damaged)} are gone, too. The names are those of ${objects.length.toLocaleString('en')} made objects, such as \`password\`, \`pin\` and \`trace_id\`. The time is the fastest of ${ROUNDS} rounds, before anything else was read.

| | goal | measured |
| --- | --- | ---: |
${goals.map(({ figure, goal, measured }) => `| ${figure} | ${goal} | ${measured} |`).join('\n')}`,
)

/** What a usual event takes. */
function microseconds() {
  const event = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `property_${at}`,
      [
        `Quote ${at} for Stonebridge Civil`,
        at * 17.5,
        at % 2 === 0,
        { machine: 'EX-209', days: at },
        `/quotes/${1000 + at}/lines`,
      ][at % 5],
    ]),
  )
  let best = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now()
    for (let count = 0; count < EVENTS; count += 1) clean(event)
    best = Math.min(best, ((performance.now() - begin) * 1000) / EVENTS)
  }
  return best
}
