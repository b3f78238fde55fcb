import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

const JITI = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs')
const CLI = join(import.meta.dirname, '../cli.ts')

interface Line {
  readonly level: number
  readonly msg: string
  readonly port?: number
  readonly [field: string]: unknown
}
const ERROR = 50

let folder = ''
let child: ChildProcess | undefined
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'signals-'))))
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true })
})

const pathOf = (name: string) => join(folder, name)
/** As an editor or a mounted secret does it: there is always a whole file. */
function write(name: string, value: unknown): string {
  writeFileSync(pathOf('new'), typeof value === 'string' ? value : JSON.stringify(value))
  renameSync(pathOf('new'), pathOf(name))
  return pathOf(name)
}

/** The command in a process of its own, from its sources. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const started = spawn(process.execPath, [JITI, CLI, '--host', '127.0.0.1', '--port', '0', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  const lines: Line[] = []
  createInterface({ input: started.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line))
  let complaint = ''
  started.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const exit = once(started, 'close').then(([code, signal]) => ({ code, signal, complaint }) as const)
  const line = async (text: string, count = 1) => {
    await expect.poll(() => lines.filter(({ msg }) => msg.startsWith(text)).length).toBeGreaterThanOrEqual(count)
    return lines.filter(({ msg }) => msg.startsWith(text)).at(-1)
  }
  const url = async () => `http://127.0.0.1:${(await line('The collector is listening.'))?.port}`
  return { process: started, lines, line, url, exit }
}

async function post(url: string, key: string, name = 'Quote sent'): Promise<number> {
  const event = { id: crypto.randomUUID(), name, at: 1, url: '', properties: {}, identity: {} }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const body = JSON.stringify({ app: { name: 'Quotes' }, events: [event] })
  return (await fetch(`${url}/collect`, { method: 'POST', headers, body })).status
}

const READ_AGAIN = 'Keys and plans were read again.'
const NOT_READ = 'Keys and plans could not be read again.'

test('SIGHUP reads keys and plans again, and drops no request meanwhile', async () => {
  write('keys.json', { always: {}, old: {} })
  write('plan.json', { events: {}, others: 'allow' })
  const collector = start(['--keys', 'keys.json', '--plan', 'plan.json', '--store', 'events.db'])
  const url = await collector.url()
  expect([await post(url, 'old'), await post(url, 'new')]).toEqual([202, 401])

  const statuses: number[] = []
  let isPosting = true
  const posting = (async () => {
    while (isPosting) statuses.push(await post(url, 'always'))
  })()
  for (let count = 1; count <= 10; count++) {
    write('keys.json', count % 2 ? { always: {}, new: {} } : { always: {}, old: {} })
    collector.process.kill('SIGHUP')
    await collector.line(READ_AGAIN, count)
  }
  write('keys.json', { always: {}, new: {} })
  write('plan.json', { events: {}, others: 'refuse' })
  isPosting = false
  await posting
  expect(new Set(statuses)).toEqual(new Set([202]))
  collector.process.kill('SIGHUP')
  await collector.line(READ_AGAIN, 11)
  expect([await post(url, 'old'), await post(url, 'new')]).toEqual([401, 422])
  expect(collector.lines.filter(({ level }) => level >= ERROR)).toEqual([])

  collector.process.kill('SIGTERM')
  expect(await collector.exit).toMatchObject({ code: 0, complaint: '' })
})

test('SIGHUP with a wrong file keeps what was, and says so in one line without a key', async () => {
  write('keys.json', { hunter2: {} })
  const config = write('collector.json', { keys: 'keys.json', logLevel: 'info' })
  const collector = start(['--config', config, '--store', 'events.db'])
  const url = await collector.url()
  for (const [name, wrong] of [
    ['keys.json', '{ "hunter2": {'],
    ['collector.json', '{ "keys": "keys.json", "hunter2": 1'],
    ['collector.json', { keys: 'keys.json', port: 'hunter3' }],
    ['collector.json', { keys: 'other.json' }],
  ] as const) {
    write('keys.json', { new: {} })
    write('collector.json', { keys: 'keys.json' })
    write(name, wrong)
    const before = collector.lines.length
    collector.process.kill('SIGHUP')
    await expect.poll(() => collector.lines.length).toBe(before + 1)
    expect(collector.lines.at(-1)).toMatchObject({ level: ERROR, reason: expect.any(String) as string })
    expect(collector.lines.at(-1)?.msg).toContain(NOT_READ)
    expect([await post(url, 'hunter2'), await post(url, 'new')]).toEqual([202, 401])
  }
  expect(JSON.stringify(collector.lines)).not.toMatch(/hunter[23]/)
  write('collector.json', { keys: 'keys.json', port: 1 })
  collector.process.kill('SIGHUP')
  await collector.line(READ_AGAIN)
  expect([await post(url, 'hunter2'), await post(url, 'new')]).toEqual([401, 202])
})

test('SIGHUP does not end a collector that waits for its store', async () => {
  // A port at which nothing listens.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => void server.close(resolve))
  const collector = start([], { TELLTALE_COLLECTOR_STORE: `postgres://me:hunter2@127.0.0.1:${port}/telltale` })
  await collector.line('The store cannot be reached.')
  collector.process.kill('SIGHUP')
  await collector.line(READ_AGAIN)
  expect(collector.process.exitCode).toBeNull()
  expect(JSON.stringify(collector.lines)).not.toContain('hunter2')
  collector.process.kill('SIGTERM')
  expect(await collector.exit).toMatchObject({ code: 0, complaint: '' })
})

test.each([
  ['SIGINT', ['SIGINT']],
  ['a second SIGTERM', ['SIGTERM', 'SIGTERM']],
] as const)('%s ends a collector that would drain for a minute', async (_, signals) => {
  const collector = start(['--store', 'events.db', '--drain-ms', '60000'])
  await collector.url()
  for (const signal of signals) {
    collector.process.kill(signal)
    await collector.line('The collector is ending.')
  }
  expect(await collector.exit).toMatchObject({ code: 0, complaint: '' })
})

test.each([
  [
    [],
    { TELLTALE_COLLECTOR_CONFIG: 'none.json' },
    'The configuration file none.json cannot be read: ENOENT. Set --config to a file of JSON.',
  ],
  [
    [],
    { TELLTALE_COLLECTOR_TRUST_PROXY: 'perhaps' },
    "error: option '--trust-proxy [answer]' value 'perhaps' from env 'TELLTALE_COLLECTOR_TRUST_PROXY' is invalid. It must be true or false.",
  ],
  [
    [],
    { TELLTALE_COLLECTOR_ADMIN_TOKEN: 'hunter2' },
    'The option --admin-token (TELLTALE_COLLECTOR_ADMIN_TOKEN) is invalid. It must be at least 16 characters of ASCII without a space.',
  ],
  [['--keys', 'none.json'], {}, 'The keys in none.json cannot be read: ENOENT.'],
])('a wrong option (%j, %j) ends the start with one line and exit code 1', async (args, env, said) => {
  expect(await start(args, env).exit).toEqual({ code: 1, signal: null, complaint: `${said}\n` })
})

test('an option that has no effect, and a variable that is none, are said in the log', async () => {
  const env = {
    TELLTALE_COLLECTOR_PROT: '1',
    TELLTALE_COLLECTOR_SCHEMA: 'x',
    TELLTALE_COLLECTOR_PORT: 'tcp://10.0.0.1:4810',
  }
  const collector = start(['--store', 'events.db', '--origin', 'https://a.example.com'], env)
  await collector.url()
  expect(collector.lines.filter(({ level }) => level === 40).map(({ msg }) => msg)).toEqual([
    'The variable TELLTALE_COLLECTOR_PROT sets no option. Did you mean TELLTALE_COLLECTOR_PORT?',
    'The option --schema has no effect: it is for PostgreSQL.',
  ])
})
