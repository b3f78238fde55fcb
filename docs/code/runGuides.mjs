import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { root } from '../../scripts/ensureInstalled.mjs'
import { codeBlocks } from './codeBlocks.mjs'

const GUIDES = join(root, 'docs/src/content/docs/guides')
const isTest = (/** @type {string} */ file) => /[.]test[.]tsx?$/.test(file)

/** The guides that show files of an application, among them a test. */
export const testedGuides = readdirSync(GUIDES)
  .map((file) => ({ name: file.replace(/[.]mdx?$/, ''), blocks: codeBlocks(readFileSync(join(GUIDES, file), 'utf8')) }))
  .filter(({ blocks }) => blocks.some(({ file }) => isTest(file)))

/** Guides whose framework has a compiler of its own, or another build for browsers. */
export const FRAMEWORKS = ['angular', 'signals', 'solid', 'svelte', 'vue']

/**
 * Writes the files of these guides as they are shown, runs their tests, and removes them. Returns the messages of those that fail, the
 * tests that pass, and those that should.
 *
 * @param {string} below a folder of the repository from which their packages are found
 * @param {readonly (typeof testedGuides)[number][]} guides
 * @param {string} configuration of Vitest
 */
export async function runGuides(below, guides, configuration) {
  const folder = join(root, below, String(process.pid))
  const tests = []
  for (const { name, blocks } of guides)
    for (const { file, given, code } of blocks) {
      // Declarations of packages that are not installed here: no test needs these packages.
      if (file.startsWith('node_modules/')) continue
      const path = join(folder, name, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${given}\n${code}`)
      if (isTest(file)) tests.push(path)
    }
  writeFileSync(join(folder, 'vitest.config.mjs'), configuration)
  try {
    // Compilers write warnings to the standard output.
    const results = join(folder, 'results.json')
    const run = ['run', '--root', folder, '--reporter', 'json', '--outputFile', results]
    await execa('vitest', run, { cwd: root, preferLocal: true, reject: false })
    /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { failureMessages: string[] }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(results, 'utf8'))
    const failures = testResults.flatMap(({ message, assertionResults }) => [
      ...(message ? [message] : []),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ])
    const passed = testResults.flatMap(({ name, status }) => (status === 'passed' ? [name] : []))
    return { failures, passed: passed.sort(), tests: tests.sort() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
