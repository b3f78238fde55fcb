import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { sqliteStore } from '../sqlite.ts'

const PACKAGE = join(import.meta.dirname, '../..')
const ROUNDS = 5
const WRITERS = 4
const EVENTS_AT_ONCE = 25
/** Milliseconds after the first acknowledgement of a round. */
const MAX_UNTIL_KILLED = 250

let folder: string
beforeAll(async () => {
  const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
  expect(ok, 'packages/collector can be built').toBe(true)
  folder = await mkdtemp(join(tmpdir(), 'collector-killed-'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

/** The collector as it is shipped, in a process of its own. */
async function start(file: string) {
  const args = ['dist/cli.js', '--port', '0', '--host', '127.0.0.1', '--store', file]
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port === undefined) continue
    child.stdout.resume()
    return { child, ended, url: `http://127.0.0.1:${port}` }
  }
  throw new Error('The collector did not start.')
}

test('every acknowledged event is stored once after the process was killed repeatedly during writes', async () => {
  const file = join(folder, 'events.db')
  const acknowledged = new Set<string>()
  const maybe = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const { child, ended, url } = await start(file)
    let isKilled = false
    const before = acknowledged.size

    async function write(): Promise<void> {
      for (let turn = 0; !isKilled; turn++) {
        const ids = Array.from({ length: EVENTS_AT_ONCE }, () => randomUUID())
        for (const id of ids) maybe.add(id)
        // From the second round on, some acknowledged events are sent again.
        const again = [...acknowledged].slice(0, turn % 3)
        try {
          const answer = await deliver(url, [...ids, ...again])
          if (answer.status === 202) for (const id of ids) acknowledged.add(id)
        } catch {
          return
        }
      }
    }

    const writing = Promise.all(Array.from({ length: WRITERS }, write))
    while (acknowledged.size === before) await pause(1)
    await pause(Math.random() * MAX_UNTIL_KILLED)
    child.kill('SIGKILL')
    isKilled = true
    await ended
    await writing
  }

  const store = await sqliteStore({ file })
  const stored = (await store.after(undefined, Number.MAX_SAFE_INTEGER)).map(({ id }) => id)
  await store.close()
  expect(new Set(stored).size).toBe(stored.length)
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
  expect(stored.filter((id) => !maybe.has(id))).toEqual([])
})

function deliver(url: string, ids: readonly string[]): Promise<Response> {
  const events = ids.map((id) => ({
    id,
    name: 'n',
    at: 1,
    url: '',
    properties: { text: 'x'.repeat(200) },
    identity: {},
  }))
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/collect`, { method: 'POST', headers, body: JSON.stringify({ app: {}, events }) })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
