import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCli, type BuiltCli } from '../testing/builtCli.ts'

const ROUNDS = 5
const WRITERS = 4
const EVENTS_AT_ONCE = 25
/** Milliseconds after the first acknowledgement of a round. */
const MAX_UNTIL_KILLED = 250

let cli: BuiltCli
beforeAll(async () => void (cli = await builtCli()))
afterAll(() => cli.remove())

test('every acknowledged event is stored once after the process was killed repeatedly during writes', async () => {
  const acknowledged = new Set<string>()
  const maybe = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const running = cli.run(['dev', '--port', '0'])
    const url = await running.address()
    let isKilled = false
    const before = acknowledged.size

    async function write(writer: number): Promise<void> {
      for (let turn = 0; !isKilled; turn++) {
        const ids = Array.from({ length: EVENTS_AT_ONCE }, (_, index) => `${round}-${writer}-${turn}-${index}`)
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

    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    while (acknowledged.size === before) await pause(1)
    await pause(Math.random() * MAX_UNTIL_KILLED)
    running.child.kill('SIGKILL')
    isKilled = true
    await running.ended
    await writing
  }

  const last = cli.run(['dev', '--port', '0'])
  const url = await last.address()
  const lines = (await (await fetch(`${url}/console/events.ndjson`)).text()).trim().split('\n')
  const stored = lines.map((line) => (JSON.parse(line) as { id: string }).id)
  last.child.kill('SIGINT')
  await last.ended
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
