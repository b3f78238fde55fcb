import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm test [-- <part of a file's path> …]

const filters = process.argv.slice(2)
const option = filters.find((filter) => filter.startsWith('-'))
if (option) {
  console.error(`${option} is no part of a path: npm test takes parts of the paths of test files, and nothing else.`)
  process.exit(1)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))

await ensureInstalled()
const { ensureBrowser } = await import('./ensureBrowser.mjs')
process.env.CHROMIUM_PATH = await ensureBrowser()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
const build = await ensureBuilt()

const { showNode } = await import('./runNode.mjs')
const { countPlaywright, countVitest } = await import('./tests/countTests.mjs')
const { sumSuites } = await import('./tests/sumSuites.mjs')

const reports = join(root, '.cache/test', String(process.pid))
mkdirSync(reports, { recursive: true })
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const suites = [...(await vitest()), ...(await journeys())]
const { lines, ok } = sumSuites(suites, { isNarrowed: filters.length > 0 })
console.log(lines.join('\n'))
process.exitCode = ok ? 0 : 1

/** Unit tests in Node and browser tests in Chromium. @returns {Promise<import('./tests/sumSuites.mjs').Suite[]>} */
async function vitest() {
  const file = join(reports, 'vitest.json')
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--passWithNoTests', ...report, ...filters]
  const code = await showNode([join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root })
  const written = readJson(file)
  // Vitest's code is about both suites: it is put to the first that has no failure of its own to account for it.
  const inBrowser = (/** @type {string} */ path) => /\.browser\.test\.tsx?$/.test(path)
  const unit = written && countVitest(written, (path) => !inBrowser(path))
  const browser = written && countVitest(written, inBrowser)
  const isExplained = Boolean(unit?.failed || browser?.failed)
  return [
    { name: 'unit', counts: unit, code: isExplained ? 0 : code },
    { name: 'browser', counts: browser, code: written ? 0 : code },
  ]
}

/** Playwright against the demo application and the local services. @returns {Promise<import('./tests/sumSuites.mjs').Suite[]>} */
async function journeys() {
  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return []
  // Unit tests read the sources, journeys what is built of them.
  if (!build.ok) return [{ name: 'journeys', counts: undefined, code: 1, why: 'not run, because the build failed' }]
  const file = join(reports, 'journeys.json')
  const paths = filters.map((filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', '--pass-with-no-tests', ...paths]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await showNode([join(root, 'node_modules/@playwright/test/cli.js'), ...args], { cwd: root, env })
  const written = readJson(file)
  return [{ name: 'journeys', counts: written && countPlaywright(written), code }]
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
