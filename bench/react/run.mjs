import { chromium } from 'playwright'
import { findChromium } from '../../scripts/findChromium.mjs'
import { bundle } from '../flags/bundle.mjs'
import { startFlagServer } from './flagServer.mjs'
import { writeResults } from './results.mjs'
import { runFloors } from './runFloors.mjs'

// npm run bench -- react: readers of flags beside those of other SDKs, and beside a bare state, in one run in one Chromium.
// npm run bench -- react --floors: what React itself takes for a reader's mount.

const READER_COUNTS = [100, 1000, 5000]
const NAMES = ['plain', 'bare', 'telltale', 'v3', 'v4', 'openfeature']
/** Pages for each, turn by turn, so that what the machine does meanwhile hits all of them. */
const PAGES = 3
const MOUNTS = 9
const CHANGES = 15
/** A machine that is busy with other things takes its time to load a page, in milliseconds. */
const PATIENCE_MS = 240_000

const browser = findChromium()
if (browser.type !== 'found') throw new Error('No Chromium: name one in CHROMIUM_PATH.')
if (process.argv.includes('--floors')) {
  console.log(await runFloors(browser.path))
  process.exit()
}
const { code: script } = await bundle(`import * as page from '../react/page.js'; globalThis.bench = page`, [])
const running = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox'] })

/**
 * One page of one candidate.
 *
 * @param {{ url: string, keys: readonly string[] }} server
 * @param {string} name
 * @param {boolean} isFirst its changes are looked at once
 */
async function onPage({ url, keys }, name, isFirst) {
  const context = await running.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.addScriptTag({ url: '/page.js', type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: PATIENCE_MS })
  const call = (/** @type {string} */ method, /** @type {unknown[]} */ ...args) =>
    page.evaluate(([called, given]) => globalThis.bench[called](...given), [method, args])
  await call('prepare', name, url)
  const mounts = await call('mounts', keys, mountsOf(keys.length))
  const changes = name === 'plain' || !isFirst ? [] : await call('changes', url, { keys, rounds: CHANGES })
  await context.close()
  return { mounts, changes }
}

/** A short mount is measured more often: its page is warm later, and a pause of the machine hits it harder. */
const mountsOf = (/** @type {number} */ readers) => Math.round(MOUNTS * Math.sqrt(Math.max(...READER_COUNTS) / readers))

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** @type {import('./results.mjs').Row[]} */
const rows = []
for (const readers of READER_COUNTS) {
  const server = await startFlagServer({ script, flagCount: readers })
  /** @type {Record<string, { mounts: number[], changes: { ms: number, renders: number }[] }>} */
  const all = Object.fromEntries(NAMES.map((name) => [name, { mounts: [], changes: [] }]))
  for (let round = 0; round < PAGES; round += 1) {
    for (const name of NAMES) {
      const { mounts, changes } = await onPage(server, name, round === 0)
      all[name]?.mounts.push(...mounts)
      all[name]?.changes.push(...changes)
    }
  }
  server.close()
  for (const [name, { mounts, changes }] of Object.entries(all)) {
    rows.push({
      name,
      readers,
      mount: median(mounts),
      change: median(changes.map(({ ms }) => ms)),
      renders: median(changes.map(({ renders }) => renders)),
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
}
const version = running.version()
await running.close()
console.log(await writeResults({ rows, version }))
