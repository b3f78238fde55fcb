import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { headless } from '../../scripts/launchOptions.mjs'
import { bundle } from '../flags/bundle.mjs'
import { startCollector } from '../flags-events/startCollector.mjs'
import { writeSection } from '../writeSection.mjs'

// npm run bench -- inspector: what the panel in the page takes of the main thread, by the number of flags.

const FLAG_COUNTS = [1, 300, 5000]
/** Pages of which the median is taken. */
const ROUNDS = 5
/** How long a page is left alone before it is measured, in milliseconds. */
const QUIET_MS = 1000
/** How long a change of all flags is measured: the panel shows it within half a second. */
const CHANGE_MS = 1000

const only = process.argv.includes('--short')
const [loadBefore = 0] = loadavg()
const { code } = await bundle(`import * as page from '../inspector/page.js'; globalThis.bench = page`, [])
const server = await startCollector(code)
const browser = await chromium.launch(headless.launchOptions)

/**
 * The costs of one page with this number of flags, in milliseconds of processor time, and the number of elements of its panel.
 *
 * @param {number} flagCount
 * @returns {Promise<Record<string, number>>}
 */
async function measure(flagCount) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  const call = (/** @type {string} */ method, /** @type {unknown} */ given = undefined) =>
    page.evaluate(([name, value]) => globalThis.bench[name](value), /** @type {const} */ ([method, given]))
  const cost = async (/** @type {() => Promise<unknown>} */ act) => {
    await page.waitForTimeout(QUIET_MS)
    const before = await taskMs()
    await act()
    return (await taskMs()) - before
  }
  const change = async () => {
    await call('changeAll')
    await page.waitForTimeout(CHANGE_MS)
  }

  await page.goto(server.url)
  await page.addScriptTag({ url: '/page.js', type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis)
  await call('start', { flagCount })
  const closed = await cost(change)
  const opened = await cost(() => call('toggle'))
  const elements = await call('elements')
  const key = await cost(() => call('filter', 'FEATURE-0'))
  const narrowed = await cost(() => call('filter', 'FEATURE-0000'))
  const cleared = await cost(() => call('filter', ''))
  const changed = await cost(change)
  const idle = await cost(() => page.waitForTimeout(CHANGE_MS))
  await call('toggle')
  const again = await cost(() => call('toggle'))
  await context.close()
  return { opened, again, key, narrowed, cleared, closed, changed, idle, elements }
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

const WHAT = {
  opened: 'the panel is opened',
  again: 'it is opened again',
  key: 'a key in the filter that leaves most flags',
  narrowed: 'a key that leaves ten',
  cleared: 'the filter is cleared',
  closed: 'all flags change, the panel is closed',
  changed: 'all flags change, the panel is open',
  idle: 'nothing happens for a second',
  elements: 'elements of the panel',
}

/** @type {Map<number, Record<string, number>[]>} */
const measured = new Map(FLAG_COUNTS.map((flagCount) => [flagCount, []]))
// Turn by turn, so that what the machine does meanwhile hits all of them.
for (let round = 0; round < ROUNDS; round += 1)
  for (const [flagCount, all] of measured) all.push(await measure(flagCount))

const rows = Object.entries(WHAT).map(([name, what]) => {
  const cells = [...measured.values()].map((all) => {
    const value = median(all.map((one) => one[name] ?? NaN))
    return name === 'elements' ? value.toLocaleString('en') : `${value.toFixed(1)} ms`
  })
  return `| ${what} | ${cells.join(' | ')} |`
})
const table = [
  `| | ${FLAG_COUNTS.map((count) => (count === 1 ? '1 flag' : `${count.toLocaleString('en')} flags`)).join(' | ')} |`,
  `| --- |${' ---: |'.repeat(FLAG_COUNTS.length)}`,
  ...rows,
].join('\n')
console.log(table)

const version = browser.version()
await browser.close()
server.close()
if (!only)
  await writeSection(
    'inspector',
    `## What does the panel in the page cost?

\`npm run bench -- inspector\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${version}, Node ${process.version}, ${cpus().length} cores. When it began, the machine's load average was ${loadBefore.toFixed(1)}.
What the panel takes of the page's main thread, in milliseconds of processor time, with the page's own part: a production build, and 200 React components that read
flags. The median of ${ROUNDS} pages.

${table}
`,
  )
