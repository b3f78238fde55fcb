import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { init } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL_FLAGS_STATE } from './allFlagsState.suite.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const entry = fileURLToPath(new URL('serverProcess.suite.tsx', import.meta.url))
/** A process that does not end by itself is ended, and its test fails. */
const PATIENCE_MS = 50_000

let folder = ''
let code = ''
let bootstrap = ''

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, write: false, rolldownOptions: { external: /^react/ } },
  })
  const { output } = Array.isArray(built) ? built[0]! : (built as Exclude<typeof built, { close(): unknown }>)
  code = output[0].type === 'chunk' ? output[0].code : ''
  bootstrap = await allFlagsState()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the vendor's own server SDK gives for the page. */
async function allFlagsState(): Promise<string> {
  const data = new TestData()
  await data.update(data.flag('layout').variations('classic', 'compact').variationForAll(1))
  await data.update(data.flag('limits').variations({ days: 3 }, { days: 9 }).variationForAll(0))
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const client = init('sdk-key', {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger,
  })
  await client.waitForInitialization({ timeout: 30 })
  const state = await client.allFlagsState({ kind: 'user', key: 'ida' }, { withReasons: true })
  client.close()
  return JSON.stringify(state.toJSON())
}

it('the vendor’s server SDK gives the bootstrap that the tests of hydration use', () => {
  expect(JSON.parse(bootstrap)).toEqual(ALL_FLAGS_STATE)
})

it.each([
  ['19', 'packages/telltale'],
  ['18', 'react-18'],
])(
  'React %s renders on a server with the vendor’s bootstrap, touches no browser API, and lets the process end',
  async (major, from) => {
    // React is found from where the file is.
    folder = await mkdtemp(join(root, from, 'node_modules/.telltale-server-'))
    const file = join(folder, 'server.mjs')
    await writeFile(file, code)
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
