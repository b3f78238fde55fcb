import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { codeBlocks } from './codeBlocks.mjs'

const PATIENCE_MS = 300_000
const GUIDES = join(root, 'docs/src/content/docs/guides')
const folder = join(root, '.cache/guides', String(process.pid))
const isTest = (/** @type {string} */ file) => /[.]test[.]tsx?$/.test(file)

/** Files that a guide shows for an application, among them a test. */
const guides = readdirSync(GUIDES)
  .map((name) => ({ name, blocks: codeBlocks(readFileSync(join(GUIDES, name), 'utf8')) }))
  .filter(({ blocks }) => blocks.some(({ file }) => isTest(file)))

const CONFIGURATION = `import { defaultServerConditions } from 'vite'
const conditions = ['@telltale/source', ...defaultServerConditions]
export default { resolve: { conditions }, ssr: { resolve: { conditions } }, test: { environment: 'jsdom', include: ['**/*.test.{ts,tsx}'] } }
`

beforeAll(() => {
  for (const { name, blocks } of guides)
    for (const { file, code } of blocks) {
      // Declarations of packages that are not installed here: no test needs these packages.
      if (file.startsWith('node_modules/')) continue
      const path = join(folder, name.replace('.md', ''), file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, code)
    }
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIGURATION)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'the tests that the guides show pass as they are written',
  async () => {
    const files = guides.flatMap(({ name, blocks }) =>
      blocks.filter(({ file }) => isTest(file)).map(({ file }) => join(folder, name.replace('.md', ''), file)),
    )
    const run = ['run', '--root', folder, '--reporter', 'json']
    const { stdout } = await execa('vitest', run, { cwd: root, preferLocal: true, reject: false })
    /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { failureMessages: string[] }[] }[] }} */
    const { testResults } = JSON.parse(stdout)
    const failures = testResults.flatMap(({ message, assertionResults }) => [
      ...(message ? [message] : []),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ])
    expect(failures).toEqual([])
    const passed = testResults.flatMap(({ name, status }) => (status === 'passed' ? [name] : []))
    expect(passed.sort()).toEqual(files.sort())
    expect(files.length).toBeGreaterThan(5)
  },
  PATIENCE_MS,
)
