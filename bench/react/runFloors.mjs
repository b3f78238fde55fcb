import { chromium } from 'playwright'
import { bundle } from '../flags/bundle.mjs'
import { writeSection } from '../writeSection.mjs'
import { startFlagServer } from './flagServer.mjs'

const READERS = 5000
const MOUNTS = 40

const TITLES = {
  nothing: 'no hook',
  useContext: '`useContext`',
  useState: '`useState`',
  useInsertionEffect: '`useInsertionEffect`',
  useLayoutEffect: '`useLayoutEffect`',
  useEffect: '`useEffect`',
  useStateAndEffect: '`useState` and `useEffect`',
  useStore: '`useSyncExternalStore`, one value for all, nobody subscribes',
  useStoreOfContext: 'the same by a context, with `useCallback` and a closure for each reader',
  useWatched: 'the same with the layer’s `flags.watch` and `flags.getFlag`: nothing is recorded',
  useFlag: '**telltale** `useFlag`',
}

/**
 * What React costs by itself, and what the library adds: readers with one hook more each, in turn in one page.
 *
 * @param {string} executablePath
 */
export async function runFloors(executablePath) {
  const { code: script } = await bundle(`import * as page from '../react/floors.js'; globalThis.bench = page`, [])
  const args = ['--no-sandbox', '--js-flags=--expose-gc']
  const running = await chromium.launch({ executablePath, args })
  const server = await startFlagServer({ script, flagCount: READERS })
  const page = await running.newPage()
  await page.goto(server.url)
  await page.addScriptTag({ url: '/page.js', type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: 240_000 })
  await page.evaluate((url) => globalThis.bench.prepare(url), server.url)
  /** @type {Record<string, number[]>} */
  const all = await page.evaluate(([keys, rounds]) => globalThis.bench.floors(keys, rounds), [server.keys, MOUNTS])
  const version = running.version()
  server.close()
  await running.close()
  const text = section(all, version)
  await writeSection('react-floors', text)
  return text
}

/** @param {Record<string, number[]>} all @param {string} version */
function section(all, version) {
  const plain = all['nothing'] ?? []
  const rows = Object.entries(all).map(([name, times]) => {
    const ratios = times.map((ms, round) => ms / (plain[round] ?? NaN))
    const fastest = Math.min(...times) / Math.min(...plain)
    const cells = [
      median(times).toFixed(1),
      Math.min(...times).toFixed(1),
      median(ratios).toFixed(2),
      fastest.toFixed(2),
    ]
    return [TITLES[/** @type {keyof typeof TITLES} */ (name)], ...cells]
  })
  const head = ['each reader has', 'median ms', 'fastest ms', '× no hook, median of rounds', '× no hook, fastest']
  return [
    '## What a mount costs in React itself',
    '',
    `\`npm run bench -- react --floors\`, ${new Date().toISOString().slice(0, 10)}, Chromium ${version}, React 19, production build. ${READERS} readers in one page, ${MOUNTS} mounts`,
    'of each way in turn, the garbage of the one before collected; a mount counts with its effects and what they leave for the end of the',
    'task. The ratios are those of one round, as the machine is not equally fast in all of them. Rows that do nothing with their hook are',
    'what React takes for it; what stands above the last is what nobody can do without who reads a value that changes by itself.',
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
