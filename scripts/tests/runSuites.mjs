import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build/ensureBuilt.mjs'
import { ensureInstalled, root, TESTS } from '../ensureInstalled.mjs'
import { slowestFiles } from './slowestFiles.mjs'
import { tooSlow } from './tooSlow.mjs'

/**
 * A run of Vitest or Playwright: of the root's configuration when `config` is absent, and of all projects when `projects` is. `workers`
 * is the number of tests or files that run at the same time, in place of the configuration's. What takes longer than `limit` fails.
 *
 * @typedef {{ name: string, runner: 'vitest' | 'playwright', config?: string, projects?: readonly string[], workers?: number, limit?: import('./tooSlow.mjs').Limit }} PlannedSuite
 */

/** How many failures are repeated at the end, and how many lines of each: long logs are read from their end. */
const [FAILURES, LINES] = [10, 20]

/**
 * The main program of `npm test` and its siblings: installs, builds and finds a browser, runs the suites one after another, and prints
 * their counts and the slowest files. The exit code is 0 when every test passed.
 *
 * @param {readonly PlannedSuite[]} planned
 * @param {object} [options]
 * @param {readonly string[]} [options.filters] parts of the paths of test files; every file when empty
 * @param {readonly string[] | undefined} [options.workspaces] what to install; every workspace when undefined
 * @param {readonly string[]} [options.builds] workspaces to build besides the packages and the demo
 * @param {boolean} [options.needsBrowser]
 */
export async function runSuites(
  planned,
  { filters = process.argv.slice(2), builds = [], needsBrowser = true, ...options } = {},
) {
  const option = filters.find((filter) => filter.startsWith('-'))
  if (option) {
    console.error(`Unknown option ${option}: only parts of the paths of test files can be given.`)
    process.exit(1)
  }
  await ensureInstalled('workspaces' in options ? options.workspaces : TESTS)
  if (needsBrowser) {
    const { ensureBrowser } = await import('../ensureBrowser.mjs')
    ensureBrowser()
  }
  console.log('Building …')
  // With declaration files, which some tests need: they would build the packages a second time.
  const isBuilt = (await ensureBuilt({ types: true })).ok && (await ensureBuilt({ folders: builds })).ok

  const report = join(root, '.cache/test', `${process.pid}.xml`)
  mkdirSync(join(root, '.cache/test'), { recursive: true })
  let passed = 0
  const failures = []
  const reports = []
  for (const { name, runner, config = 'vitest.config.ts', projects = [], workers, limit } of planned) {
    const args = [
      ...[...commands[runner](report, filters), '--config', config],
      ...projects.flatMap((project) => ['--project', project]),
      ...(workers ? [`--${runner === 'vitest' ? 'maxWorkers' : 'workers'}=${workers}`] : []),
    ]
    // Unit tests read the sources; the tests that Playwright runs need the built packages.
    const ended = isBuilt || runner === 'vitest' ? await run(args, report) : 'not run, because the build failed'
    const content = read(report)
    reports.push(content)
    const result = resultOf(content, { ended, mayBeEmpty: filters.length > 0 })
    console.log(`\n${name}: ${result.passed} passed, ${result.failures.length} failed`)
    passed += result.passed
    failures.push(...result.failures.map((failure) => `${name}: ${failure}`))
    // A few files that somebody has chosen may take long, and say little about how busy the machine is.
    if (limit && filters.length === 0) {
      const { slow, note } = tooSlow(content, limit)
      failures.push(...slow.map((one) => `${name}: ${plain(one)}`))
      if (note) console.log(note)
    }
    rmSync(report, { force: true })
  }
  if (passed + failures.length === 0) failures.push('No test has such a path.')
  const lines = failures.slice(0, FAILURES).flatMap((failure) => ['', ...failure.split('\n').slice(0, LINES)])
  console.log(
    [...lines, '', ...slowestFiles(reports), '', `Tests: ${passed} passed, ${failures.length} failed`].join('\n'),
  )
  process.exitCode = failures.length > 0 ? 1 : 0
}

/** @type {Record<PlannedSuite['runner'], (report: string, filters: readonly string[]) => string[]>} */
const commands = {
  vitest: (report, filters) => [
    ...['node_modules/vitest/vitest.mjs', 'run', ...filters, '--passWithNoTests'],
    ...['--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`],
  ],
  playwright: (_, filters) => [
    // Playwright takes a filter for a regular expression.
    ...[
      'node_modules/@playwright/test/cli.js',
      'test',
      ...filters.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    ],
    ...['--pass-with-no-tests', '--reporter=list,junit'],
  ],
}

/** @param {readonly string[]} args @param {string} report @returns {Promise<string>} how it ended, if not well */
function run(args, report) {
  const env = { ...process.env, PLAYWRIGHT_JUNIT_OUTPUT_NAME: report }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? '' : `ended with code ${code}`)))
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/**
 * Reads the JUnit report of a runner. An end that no failed test explains is a failure, and so is a suite without tests.
 *
 * @param {string} report @param {{ ended: string, mayBeEmpty: boolean }} outcome
 */
export function resultOf(report, { ended, mayBeEmpty }) {
  const tests = report.match(/<testcase [\s\S]*?<\/testcase>/g) ?? []
  const passed = tests.filter((test) => !/<(failure|error|skipped)\b/.test(test)).length
  const failures = tests.flatMap((test) => {
    const [, message] = /<(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:failure|error)>/.exec(test) ?? []
    const [name, file] = ['name', 'classname'].map((attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(test)?.[1])
    return message === undefined ? [] : [plain(`${file}: ${name}\n${message}`)]
  })
  if (failures.length === 0 && (ended || (passed === 0 && !mayBeEmpty))) failures.push(ended || 'no test ran')
  return { passed, failures }
}

/** @type {Readonly<Record<string, string>>} */
const CHARACTERS = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The text of a part of a report, without empty lines. @param {string} xml */
function plain(xml) {
  const text = xml.replace(/<!\[CDATA\[|\]\]>/g, '').replace(/&(\w+);/g, (same, name) => CHARACTERS[name] ?? same)
  return text.replace(/\n\s*(?=\n|$)/g, '')
}
