import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from '../ensureInstalled.mjs'
import { testReport, testsOfPlaywright, testsOfVitest } from './testReport.mjs'

/** @typedef {{ name: string, runner: 'vitest' | 'playwright', config: string, project?: string }} PlannedSuite */

/**
 * The main program of `npm test` and its siblings: installs, builds and finds a browser, runs the suites one after another,
 * and prints their counts and their slowest tests. The exit code is 0 when every test passed.
 *
 * @param {readonly PlannedSuite[]} planned
 * @param {object} [options]
 * @param {readonly string[]} [options.filters] parts of the paths of test files; every file when empty
 * @param {readonly string[]} [options.folders] workspaces to build besides the packages and the demo
 */
export async function runSuites(planned, { filters = process.argv.slice(2), folders = [] } = {}) {
  const option = filters.find((filter) => filter.startsWith('-'))
  if (option) {
    console.error(`Unknown option ${option}: only parts of the paths of test files can be given.`)
    process.exit(1)
  }
  await ensureInstalled()
  const { ensureBrowser } = await import('../ensureBrowser.mjs')
  ensureBrowser()
  const { ensureBuilt } = await import('../build/ensureBuilt.mjs')
  // With declaration files, which some tests need: they would build the packages a second time.
  const packages = await ensureBuilt({ types: true })
  const isBuilt = packages.ok && (await ensureBuilt({ folders })).ok
  const { execaNode } = await import('execa')

  const reports = join(root, '.cache/test', String(process.pid))
  mkdirSync(reports, { recursive: true })
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
  const suites = []
  for (const { name, runner, config, project } of planned) {
    // Unit tests read the sources; the tests that Playwright runs need the built packages.
    if (runner === 'playwright' && !isBuilt) {
      suites.push({ name: `${name} (not run, because the build failed)`, tests: [], code: 1 })
      continue
    }
    const file = join(reports, `${name}.json`)
    const only = project ? ['--project', project] : []
    const { exitCode = 1 } = await execaNode(...commandOf({ runner, args: ['-c', config, ...only], file }, filters), {
      cwd: root,
      stdio: 'inherit',
      reject: false,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
    const written = readJson(file)
    const read = runner === 'vitest' ? testsOfVitest : testsOfPlaywright
    suites.push({ name, tests: written ? read(written, root) : [], code: exitCode })
  }
  const { lines, ok } = testReport(suites, { isNarrowed: filters.length > 0 })
  console.log(lines.join('\n'))
  process.exitCode = ok ? 0 : 1
}

/**
 * @param {{ runner: 'vitest' | 'playwright', args: readonly string[], file: string }} run
 * @param {readonly string[]} filters
 * @returns {[script: string, args: string[]]}
 */
function commandOf({ runner, args, file }, filters) {
  if (runner === 'vitest') {
    const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return [join(root, 'node_modules/vitest/vitest.mjs'), ['run', '--passWithNoTests', ...report, ...args, ...filters]]
  }
  // Playwright takes a filter for a regular expression.
  const paths = filters.map((filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const report = ['--reporter=list,json', '--pass-with-no-tests']
  return [join(root, 'node_modules/@playwright/test/cli.js'), ['test', ...args, ...report, ...paths]]
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
