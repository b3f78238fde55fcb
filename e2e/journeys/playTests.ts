import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { headless, launchOptions } from '../../scripts/launchOptions.mjs'

const COMMAND = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')

interface Suite {
  readonly specs: readonly { readonly file: string; readonly tests: readonly { readonly status: string }[] }[]
}

/** Writes Playwright tests into a folder of this repository, runs them, and returns the result of each file. */
export async function playTests(
  folder: string,
  baseURL: string,
  files: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const use = { ...headless, baseURL, launchOptions: launchOptions() }
  const config = { testDir: '.', outputDir: 'results', workers: 1, use }
  const given = { ...files, 'playwright.config.mjs': `export default ${JSON.stringify(config)}` }
  for (const [name, text] of Object.entries(given)) await writeFile(join(folder, name), text)
  const report = join(folder, 'report.json')
  // A test that fails makes the command fail, too.
  await promisify(execFile)(process.execPath, [COMMAND, 'test', '-c', folder, '--reporter', 'json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  }).catch(() => {})
  const { suites }: { readonly suites: readonly Suite[] } = JSON.parse(await readFile(report, 'utf8'))
  return Object.fromEntries(
    suites.flatMap(({ specs }) =>
      specs.map(({ file, tests }) => [file, tests[0]?.status === 'expected' ? 'passed' : 'failed']),
    ),
  )
}
