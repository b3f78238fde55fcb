import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { headless } from '../../scripts/launchOptions.mjs'
import { flagsFile } from '../local/flags.mjs'
import { startServer } from '../local/startServer.mjs'
import { writeSection } from '../writeSection.mjs'
import { deliver } from './deliver.mjs'
import { framesDuring, quantile } from './frames.mjs'

// What the console's list takes of the time of a frame, with few events and with as many as it keeps.

const COUNTS = [1000, 100_000]
/** Milliseconds of each phase. */
const PHASE_MS = 8000
const ARRIVING_PER_SECOND = 100

const [loadBefore = 0] = loadavg()
const browser = await chromium.launch(headless.launchOptions)
const rows = []
for (const count of COUNTS) rows.push(...(await measure(count)))
await browser.close()
console.log(rows)

const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
const kept = (/** @type {{ p95: number }} */ { p95 }) => (p95 <= 17.5 ? 'yes' : '**no**')
await writeSection(
  'console',
  `## The console with many events

\`npm run bench -- console\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()} without a graphics card, Node ${process.version}, ${cpus().length} cores, on which the services and the load run too.
When it began, the machine's load average was ${loadBefore.toFixed(1)}.

| events in the list | meanwhile | frame, median | p95 | worst | 60 frames a second in 95 % | memory of the page |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row.count.toLocaleString('en')} | ${row.phase} | ${ms(row.p50)} | ${ms(row.p95)} | ${ms(row.worst)} | ${kept(row)} | ${row.megabytes.toFixed(0)} MB |`).join('\n')}

Scrolling turns the wheel by 400 pixels in each frame. ${ARRIVING_PER_SECOND} events arrive in each second, in ten deliveries. Filtering types a word of seven letters into the
field, letter by letter, and deletes it again, five times a second. A frame is the time between two calls of \`requestAnimationFrame\`.
`,
)

/** @param {number} count */
async function measure(count) {
  const server = await startServer(flagsFile())
  try {
    await deliver(server.url, count)
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${server.url}/#live`)
    const list = page.getByRole('listbox', { name: /Events/ })
    await list.waitFor()
    const field = page.getByRole('combobox', { name: 'Filter events' })
    // A filter loads all events that it searches.
    await field.fill('user:user')
    await page.waitForFunction(
      (wanted) => document.querySelector('[role=option]')?.getAttribute('aria-setsize') === String(wanted),
      count,
      { timeout: 120_000 },
    )
    await field.fill('')
    const scroll = async () => {
      await list.hover()
      await page.mouse.wheel(0, 400)
    }
    const arrive = async () => void (await deliver(server.url, ARRIVING_PER_SECOND / 10, 10))
    const typed = 'compact'
    let letter = 0
    const type = async () => {
      letter = (letter + 1) % (2 * typed.length)
      await field.fill(typed.slice(0, letter <= typed.length ? letter : 2 * typed.length - letter))
    }
    const phases = [
      { phase: 'scrolling', works: [{ do: scroll, everyMs: 16 }] },
      {
        phase: 'scrolling, events arrive',
        works: [
          { do: scroll, everyMs: 16 },
          { do: arrive, everyMs: 100 },
        ],
      },
      { phase: 'events arrive', works: [{ do: arrive, everyMs: 100 }] },
      {
        phase: 'filtering, events arrive',
        works: [
          { do: type, everyMs: 200 },
          { do: arrive, everyMs: 100 },
        ],
      },
    ]
    const measured = []
    for (const { phase, works } of phases) {
      await list.evaluate((element) => element.scrollTo({ top: 0 }))
      const frames = await framesDuring(page, works, PHASE_MS)
      const session = await page.context().newCDPSession(page)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      await session.detach()
      measured.push({
        ...{ count, phase, megabytes: usedSize / 1e6 },
        ...{ p50: quantile(frames, 0.5), p95: quantile(frames, 0.95), worst: quantile(frames, 1) },
      })
    }
    await page.close()
    return measured
  } finally {
    await server.stop()
  }
}
