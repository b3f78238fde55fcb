import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCli, type BuiltCli } from '../testing/builtCli.ts'

const ROUNDS = 5
const KEYS = ['new-pricing', 'quote-layout', 'fleet-map', 'maintenance-banner']
/** Milliseconds after the first acknowledgement of a round. */
const MAX_UNTIL_KILLED = 150

interface Flag {
  readonly on: boolean
  readonly version: number
}

let cli: BuiltCli
beforeAll(async () => void (cli = await builtCli()))
afterAll(() => cli.remove())

test('flags.json is valid and has every acknowledged edit after the process was killed repeatedly during edits', async () => {
  const folder = join(cli.folder, 'telltale')
  const beside = (await readdir(folder)).length
  const acknowledged = new Map<string, Flag>()
  let edits = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const running = cli.run(['dev', '--no-open', '--port', '0'])
    const url = await running.address()
    // The first process creates the events database.
    const names = (await readdir(folder)).filter((name) => !name.startsWith('events.'))
    expect(names).toHaveLength(beside)
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
    const { flags } = JSON.parse(await readFile(join(folder, 'flags.json'), 'utf8')) as { flags: Record<string, Flag> }
    for (const [key, { on, version }] of acknowledged) {
      const now = flags[key]
      // One more edit may be stored whose answer was lost in the kill. It toggled the flag once more.
      const more = (now?.version ?? 0) - version
      expect([0, 1]).toContain(more)
      expect(now?.on).toBe(more === 0 ? on : !on)
      // The next kill may cut off the first answer of its round, too.
      if (now) acknowledged.set(key, now)
    }

    let isKilled = false
    const before = edits
    async function edit(key: string): Promise<void> {
      for (let on = !flags[key]?.on; !isKilled; on = !on) {
        try {
          const headers = { origin: url, 'content-type': 'application/json' }
          const body = JSON.stringify({ on })
          const answer = await fetch(`${url}/console/flags/${key}`, { method: 'POST', headers, body })
          acknowledged.set(key, ((await answer.json()) as { flag: Flag }).flag)
          edits++
        } catch {
          return
        }
      }
    }
    const editing = Promise.all(KEYS.map(edit))
    while (edits === before) await pause(1)
    await pause(Math.random() * MAX_UNTIL_KILLED)
    running.child.kill('SIGKILL')
    isKilled = true
    await running.ended
    await editing
  }
  expect([...acknowledged.keys()].sort()).toEqual([...KEYS].sort())
  // Each round starts a process, which is slow on a busy machine.
}, 120_000)

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
