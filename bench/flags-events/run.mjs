import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { headless } from '../../scripts/launchOptions.mjs'
import { bundle } from '../flags/bundle.mjs'
import { writeSection } from '../writeSection.mjs'
import { startCollector } from './startCollector.mjs'

// npm run bench -- flags-events: what an event takes of the main thread, by the number of flags that it has.

const FLAG_COUNTS = [1, 50, 500, 5000]
const EVENTS = 200
/** Pages of which the median is taken. */
const ROUNDS = 3
/** How long a page has been open before it is measured, and is left alone after its last event has arrived, in milliseconds. */
const QUIET_MS = 1500
const WAYS = [
  { title: 'in separate tasks', count: EVENTS, each: 1, pauseMs: 20 },
  { title: 'in one task', count: EVENTS, each: EVENTS, pauseMs: 0 },
]
const OBSERVED = { title: 'in tasks of 10, with panel and console', count: 10_000, each: 10, pauseMs: 20 }
/** How long to wait for the last event, in milliseconds. */
const PATIENCE_MS = 600_000

const only = process.argv.includes('--short')
const [loadBefore = 0] = loadavg()
const { code } = await bundle(`import * as page from '../flags-events/page.js'; globalThis.bench = page`, [])
const server = await startCollector(code)
const browser = await chromium.launch(headless.launchOptions)

/**
 * What an event takes of the main thread of a page of its own, in milliseconds of processor time.
 *
 * @param {number} flagCount
 * @param {typeof OBSERVED} way
 */
async function measure(flagCount, { count, each, pauseMs }, isObserved = false) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  const call = (/** @type {string} */ method, /** @type {unknown} */ given) =>
    page.evaluate(([name, value]) => globalThis.bench[name](value), /** @type {const} */ ([method, given]))
  server.reset()
  await page.goto(server.url)
  await page.addScriptTag({ url: '/page.js', type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis)
  await call('start', { flagCount, isObserved })
  if (isObserved) await call('openPanel', undefined)
  await page.waitForTimeout(QUIET_MS)
  const before = await taskMs()
  await call('track', { count, each, pauseMs })
  const until = Date.now() + PATIENCE_MS
  while (server.taken() < count) {
    if (Date.now() > until) throw new Error(`${server.taken()} of ${count} events have arrived.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await page.waitForTimeout(QUIET_MS)
  const ms = ((await taskMs()) - before) / count
  await context.close()
  return ms
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
const ms = (/** @type {number} */ value) => `${value.toFixed(2)} ms`

/** @type {string[]} */
const rows = []
for (const way of WAYS) {
  /** @type {Map<number, number[]>} */
  const costs = new Map(FLAG_COUNTS.map((flagCount) => [flagCount, []]))
  // Turn by turn, so that what the machine does meanwhile hits all of them.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [flagCount, all] of costs) all.push(await measure(flagCount, way))
  const first = median(costs.get(1) ?? [])
  for (const [flagCount, all] of costs)
    addRow(flagCount, way, `${ms(median(all))} | ${(median(all) / first).toFixed(2)} ×`)
}
if (!only)
  for (const flagCount of [1, 5000]) addRow(flagCount, OBSERVED, `${ms(await measure(flagCount, OBSERVED, true))} |`)

/** @param {number} flagCount @param {typeof OBSERVED} way @param {string} cells */
function addRow(flagCount, { title, count }, cells) {
  rows.push(`| ${count.toLocaleString('en')} ${title} | ${flagCount.toLocaleString('en')} | ${cells} |`)
  console.log(rows.at(-1))
}

const version = browser.version()
await browser.close()
server.close()
if (!only)
  await writeSection(
    'flags-events',
    `## What does an event cost, by the number of flags?

\`npm run bench -- flags-events\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${version}, Node ${process.version}, ${cpus().length} cores. When it began, the machine's load average was ${loadBefore.toFixed(1)}.
What an event takes of the page's main thread, in milliseconds of processor time, from \`track\` to the answer of the collector: a production build, IndexedDB, and a collector on
this machine. The median of ${ROUNDS} pages; with the panel of the inspector and the console link, of one page.

| events | flags | an event | beside one flag |
| --- | ---: | ---: | ---: |
${rows.join('\n')}

Separate tasks begin 20 ms after one another. Each event has four properties of its own. A quarter of the flags are objects; each has a variation, a version and a reason.
`,
  )
