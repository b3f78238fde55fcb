import { chromium } from 'playwright'
import { findChromium } from '../../scripts/findChromium.mjs'
import { startBenchServer } from './benchServer.mjs'
import { bundle, CLIENT, gzipBytes } from './bundle.mjs'
import { writeProfile } from './profile.mjs'
import { writeResults } from './results.mjs'

// npm run bench -- flags: the flag client beside the vendor's own, in one run in one Chromium; with --size, its size alone.

console.log(await writeProfile())
if (process.argv.includes('--size')) process.exit(0)

const FLAG_COUNTS = [100, 1000, 10_000]
const NAMES = ['telltale', 'v3', 'v4']
const READY_ROUNDS = 21
const PATCHES = 60

const browser = findChromium()
if (browser.type !== 'found') throw new Error('No Chromium: name one in CHROMIUM_PATH.')

/** What is weighed, by what an application imports. */
const IMPORTS = {
  telltale: CLIENT,
  v3: `export { initialize } from 'launchdarkly-js-client-sdk'`,
  v4: `export { createClient } from '@launchdarkly/js-client-sdk'`,
  layer: [
    `export { createTelltale } from 'telltale'`,
    `export { launchDarkly } from 'telltale/flags'`,
    ...['heap', 'datadog', 'intercom', 'react'].map((entry) => `export * from 'telltale/${entry}'`),
  ].join('\n'),
  v3React: `export * from 'launchdarkly-react-client-sdk'`,
  v4React: `export * from '@launchdarkly/react-sdk'`,
}
/** @type {Record<string, number>} */
const sizes = {}
/** @type {Record<string, readonly import('./results.mjs').File[]>} */
const files = {}
for (const [name, source] of Object.entries(IMPORTS)) {
  const bundled = await bundle(source)
  sizes[name] = gzipBytes(bundled.code)
  files[name] = bundled.files
}
const { code: script } = await bundle(`import * as page from './page.js'; globalThis.bench = page`)

const running = await chromium.launch({
  executablePath: browser.path,
  args: ['--no-sandbox', '--enable-precise-memory-info'],
})

/**
 * Calls one of the page's functions on a page of its own, with a heap of its own.
 *
 * @param {{ url: string }} server
 * @param {string} method
 * @param {unknown[]} args
 */
async function onPage({ url }, method, ...args) {
  const context = await running.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.addScriptTag({ url: '/page.js', type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis)
  const session = await context.newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heap()
  const value = await page.evaluate(([name, given]) => globalThis.bench[name](...given), [method, args])
  const kept = (await heap()) - before
  await context.close()
  return { value, kept }
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** @type {import('./results.mjs').Row[]} */
const rows = []
for (const flagCount of FLAG_COUNTS) {
  const server = await startBenchServer({ script, flagCount })
  /** @type {Record<string, number[]>} */
  const readyMs = {}
  /** @type {Record<string, number[]>} */
  const heaps = {}
  // Turn by turn, so that what the machine does meanwhile hits all of them.
  for (let round = 0; round < READY_ROUNDS; round += 1) {
    for (const name of ['bare', ...NAMES]) {
      const { value, kept } = await onPage(server, 'ready', name, server.serviceUrl)
      ;(readyMs[name] ??= []).push(value)
      ;(heaps[name] ??= []).push(kept)
    }
  }
  for (const name of ['bare', ...NAMES]) {
    const key = server.keys[Math.floor(server.keys.length / 2)]
    const evaluated =
      name === 'bare' ? {} : (await onPage(server, 'evaluations', name, server.serviceUrl, server.keys)).value
    const patched = (await onPage(server, 'patches', name, server.serviceUrl, { key, count: PATCHES })).value
    rows.push({
      name,
      flagCount,
      ready: median(readyMs[name]),
      heap: median(heaps[name]) / 1000,
      ...evaluated,
      ...patched,
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
  server.close()
}
const version = running.version()
await running.close()
console.log(await writeResults({ sizes, files, rows, version }))
