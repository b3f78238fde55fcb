import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from '../ensureInstalled.mjs'
import { showNode } from '../runNode.mjs'
import { countPlaywright, countVitest } from './countTests.mjs'
import { slowestTests, testsOfPlaywright, testsOfVitest } from './slowestTests.mjs'
import { sumSuites } from './sumSuites.mjs'

/**
 * @typedef {import('./slowestTests.mjs').TimedTest} TimedTest
 * @typedef {import('./sumSuites.mjs').Suite & { tests: readonly TimedTest[] }} RunSuite
 * @typedef {(run: SuiteRun) => Promise<readonly RunSuite[]>} Runner runs one or more suites
 *
 * @typedef {object} SuiteRun
 * @property {readonly string[]} filters parts of the paths of test files; every file when empty
 * @property {string} reports a folder for the reports of the runners
 * @property {boolean} isBuilt whether the packages could be built
 */

/**
 * The main program of `npm test` and its siblings: installs, builds and finds a browser, runs the suites one after another,
 * and prints their counts and their slowest tests. The exit code is 0 when every test passed.
 *
 * @param {{ command: string, runners: readonly Runner[], filters?: readonly string[] }} program
 */
export async function runSuites({ command, runners, filters = process.argv.slice(2) }) {
  const option = filters.find((filter) => filter.startsWith('-'))
  if (option) {
    console.error(`Unknown option ${option}. ${command} takes parts of the paths of test files only.`)
    process.exit(1)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))

  await ensureInstalled()
  const { ensureBrowser } = await import('../ensureBrowser.mjs')
  const browser = await ensureBrowser()
  const { findHeadless } = await import('../findChromium.mjs')
  const headless = await findHeadless()
  process.env.HEADLESS_CHROMIUM_PATH = headless.type === 'found' ? headless.path : browser
  process.env.CHROMIUM_PATH = browser
  const { ensureBuilt } = await import('../build/ensureBuilt.mjs')
  // With declaration files, which some tests need: they would build the packages a second time.
  const { ok: isBuilt } = await ensureBuilt({ types: true })

  const reports = join(root, '.cache/test', String(process.pid))
  mkdirSync(reports, { recursive: true })
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

  /** @type {RunSuite[]} */
  const suites = []
  for (const run of runners) suites.push(...(await run({ filters, reports, isBuilt })))
  const { lines, ok } = sumSuites(suites, { isNarrowed: filters.length > 0 })
  console.log([...slowestTests(suites.flatMap(({ tests }) => tests)), ...lines].join('\n'))
  process.exitCode = ok ? 0 : 1
}

/** Unit tests in Node and browser tests in Chromium. @type {Runner} */
export async function runVitest({ filters, reports }) {
  const { code, written } = await showVitest(filters, join(reports, 'vitest.json'))
  // Vitest has one exit code for both suites: it counts for the first one unless failed tests account for it.
  const inBrowser = (/** @type {string} */ path) => /\.browser\.test\.tsx?$/.test(path)
  const unit = written && countVitest(written, (path) => !inBrowser(path))
  const browser = written && countVitest(written, inBrowser)
  const isExplained = Boolean(unit?.failed || browser?.failed)
  return [
    { name: 'unit', counts: unit, code: isExplained ? 0 : code, tests: written ? testsOfVitest(written, root) : [] },
    { name: 'browser', counts: browser, code: written ? 0 : code, tests: [] },
  ]
}

/**
 * One project of one of Vitest's configurations.
 *
 * @param {{ name: string, config: string, project: string }} suite
 * @returns {Runner}
 */
export const vitestRunner =
  ({ name, config, project }) =>
  async ({ filters, reports }) => {
    const args = ['--config', config, '--project', project, ...filters]
    const { code, written } = await showVitest(args, join(reports, `${name}.json`))
    const counts = written && countVitest(written, () => true)
    return [{ name, counts, code, tests: written ? testsOfVitest(written, root) : [] }]
  }

/** @param {readonly string[]} args @param {string} file for the report */
async function showVitest(args, file) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...report, ...args]
  const code = await showNode(command, { cwd: root })
  return { code, written: readJson(file) }
}

/**
 * Playwright with one of the configurations in e2e/, or with one project of it.
 *
 * @param {{ name: string, config: string, project?: string }} suite
 * @returns {Runner}
 */
export const playwrightRunner =
  ({ name, config, project }) =>
  async ({ filters, reports, isBuilt }) => {
    // Unit tests read the sources; these tests need the built packages.
    if (!isBuilt) return [{ name, counts: undefined, code: 1, why: 'not run, because the build failed', tests: [] }]
    const file = join(reports, `${name}.json`)
    const paths = filters.map((filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const only = project ? ['--project', project] : []
    const args = ['test', '-c', config, ...only, '--reporter=list,json', '--pass-with-no-tests', ...paths]
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    const code = await showNode([join(root, 'node_modules/@playwright/test/cli.js'), ...args], { cwd: root, env })
    const written = readJson(file)
    return [
      {
        name,
        counts: written && countPlaywright(written),
        code,
        tests: written ? testsOfPlaywright(written, root) : [],
      },
    ]
  }

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
