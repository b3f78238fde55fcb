import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { writeSection } from '../writeSection.mjs'

// npm run bench -- conclusions: what the console takes to conclude what is wrong, which it does each second.

/** @typedef {typeof import('../../packages/local/console/src/problems/conclusions.ts')} Conclusions */
/** @typedef {typeof import('../../packages/local/console/src/problems/hostileWorld.ts')} Worlds */
/** @typedef {typeof import('../../packages/local/console/src/problems/fullWorld.ts')} FullWorld */

const TABS = 1000
const EVENTS = 10_000
const ROUNDS = 20
/** Milliseconds of processor time, of the second after which it concludes again: a longer task is felt as a delay (RAIL). */
const AGAIN_MS = 100
/** The same for the first time, when every event is read. */
const FIRST_MS = 500
/** How much longer twice as many pages and events may take. Linear growth is 2; the rest is for the noise of the machine. */
const GROWTH = 2.5

const PROBLEMS = '../../packages/local/console/src/problems'
const [loadBefore = 0] = loadavg()
const jiti = createJiti(import.meta.url)
const { conclusions } = /** @type {Conclusions} */ (await load('conclusions.ts'))
const { knownIn, NOW } = /** @type {Worlds} */ (await load('hostileWorld.ts'))
const { fullWorld } = /** @type {FullWorld} */ (await load('fullWorld.ts'))

// The first world warms the code up.
measure(TABS / 10, EVENTS / 10)
const one = measure(TABS, EVENTS)
const two = measure(2 * TABS, 2 * EVENTS)
const rows = [one, two, measure(4 * TABS, 4 * EVENTS)]
const growth = two.again / one.again
const size = `${count(TABS)} pages, ${count(EVENTS)} events`
const goals = [
  { figure: `${size}, again`, goal: `≤ ${AGAIN_MS} ms`, measured: ms(one.again), isMet: one.again <= AGAIN_MS },
  {
    figure: `${size}, the first time`,
    goal: `≤ ${FIRST_MS} ms`,
    measured: ms(one.first),
    isMet: one.first <= FIRST_MS,
  },
  {
    figure: 'twice as many, again',
    goal: `≤ ${GROWTH} ×`,
    measured: `${growth.toFixed(2)} ×`,
    isMet: growth <= GROWTH,
  },
]
console.log(rows, goals)
if (goals.some(({ isMet }) => !isMet)) process.exitCode = 1
await writeSection(
  'conclusions',
  `## How long do the console's conclusions take?

\`npm run bench -- conclusions\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores. When it began, the machine's load average was ${loadBefore.toFixed(1)}.
What the console concludes in each second from pages, events, flags and users, in milliseconds of processor time, garbage collection included. The first time, it reads every
event; after that, only those that have changed. *Again* is the fastest of ${ROUNDS} rounds, which the load of the machine changes least.

| figure | goal | measured | met |
| --- | --- | ---: | --- |
${goals.map(({ figure, goal, measured, isMet }) => `| ${figure} | ${goal} | ${measured} | ${isMet ? 'yes' : '**no**'} |`).join('\n')}

| pages | events | conclusions | the first time | again |
| ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${count(row.tabs)} | ${count(row.events)} | ${count(row.conclusions)} | ${ms(row.first)} | ${ms(row.again)} |`).join('\n')}

Each page has three destinations, and each event 20 flags. There are 300 users, three environments with 300 flags each, and 50 changed flags. Every kind of conclusion occurs.
`,
)

/** @param {string} file */
function load(file) {
  return jiti.import(fileURLToPath(new URL(`${PROBLEMS}/${file}`, import.meta.url)))
}

/** @param {number} tabs @param {number} events */
function measure(tabs, events) {
  const known = knownIn(fullWorld(tabs, events))
  const round = () => {
    const before = process.cpuUsage()
    const { length } = conclusions(known, NOW)
    const { user, system } = process.cpuUsage(before)
    return { length, took: (user + system) / 1000 }
  }
  const { length, took: first } = round()
  const again = Math.min(...Array.from({ length: ROUNDS }, () => round().took))
  return { tabs, events, conclusions: length, first, again }
}

/** @param {number} value */
function count(value) {
  return Math.round(value).toLocaleString('en')
}

/** @param {number} value */
function ms(value) {
  return `${count(value)} ms`
}
