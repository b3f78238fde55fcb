import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { vendorFlagsState } from '../../flags/vendorFlagsState.suite.ts'
import { ALL_FLAGS_STATE } from './allFlagsState.suite.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const entry = fileURLToPath(new URL('serverProcess.suite.tsx', import.meta.url))
/** A process that does not end by itself is ended, and its test fails. */
const PATIENCE_MS = 50_000

let folder = ''
/** The code by the name of its file. */
const files = new Map<string, string>()
let bootstrap = ''

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, write: false, rolldownOptions: { external: /^react/ } },
  })
  const { output } = Array.isArray(built) ? built[0]! : (built as Exclude<typeof built, { close(): unknown }>)
  for (const file of output)
    if (file.type === 'chunk') files.set(file.isEntry ? 'server.mjs' : file.fileName, file.code)
  bootstrap = JSON.stringify(await vendorFlagsState())
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('the vendor’s server SDK gives the bootstrap that the tests of hydration use', () => {
  expect(JSON.parse(bootstrap)).toEqual(ALL_FLAGS_STATE)
})

it.each([
  ['19', 'packages/telltale'],
  ['18', 'compatibility/other-versions'],
])(
  'React %s renders on a server with the vendor’s bootstrap, touches no browser API, and lets the process end',
  async (major, from) => {
    // React is found from where the file is.
    folder = await mkdtemp(join(root, from, 'node_modules/.telltale-server-'))
    for (const [name, code] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), code)
    }
    const file = join(folder, 'server.mjs')
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, bootstrap], { timeout: PATIENCE_MS })
    await rm(folder, { recursive: true })
    const { version, html, touched } = JSON.parse(stdout)
    expect(version.split('.')[0]).toBe(major)
    expect(touched).toEqual([])
    const text = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')
    expect(text(html)).toContain('layout="compact"limits={"days":3}compactready')
    expect(text(html)).toContain('"reason":{"kind":"FALLTHROUGH"}')
    expect(text(stderr)).toBe(text(html))
  },
)
