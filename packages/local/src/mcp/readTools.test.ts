import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpClient, type McpClientForTest } from '../testing/mcpClient.ts'
import { DANA, DANA_TOKEN, encoded, ENVIRONMENT, PRIYA } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

const ORIGIN = 'http://desk.test'
let services: ServicesForTest
let agent: McpClientForTest

const idOf = (n: number) => uuidOf(`event-${n}`)

const BATCHES = 5
const BATCH = 700
/** More than an open console gets by itself. */
const COUNT = BATCHES * BATCH

/** Each seventh event has another name, each third is of Priya, and the first is of a visitor. */
async function deliver(): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const events = Array.from({ length: BATCH }, (_, index) => batch * BATCH + index + 1).map((n) => ({
      ...{ id: idOf(n), n, page: 'one', name: n % 7 === 0 ? 'Quote sent' : 'Page viewed', at: n, url: ORIGIN },
      properties: { n },
      identity: n === 1 ? { visitor: 'visitor:1' } : { id: n % 3 === 0 ? PRIYA.key : DANA.key },
      flags: { 'new-pricing': true },
    }))
    const body = { app: { name: 'Desk' }, sentAt: 1, pages: { one: { last: COUNT + 1 } }, events }
    expect(await post('/collect', body)).toBe(202)
  }
}

async function post(path: string, body: object): Promise<number> {
  const headers = { origin: services.url, 'content-type': 'application/json' }
  return (await fetch(services.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

beforeAll(async () => {
  services = await startForTest()
  agent = await mcpClient(services.url, {
    checkProject: async (url) => [
      { type: 'ok', about: 'flags', sentence: 'Well.' },
      { type: 'wrong', about: 'collector', sentence: `${url} is wrong.` },
    ],
  })
  await deliver()
})
afterAll(async () => {
  await agent.close()
  await services.close()
})

interface Listed {
  readonly events: readonly { readonly properties: { readonly n: number }; readonly [field: string]: unknown }[]
  readonly searched: number
}

const list = async (args: object = {}) => (await agent.result('list_events', args)) as unknown as Listed
const numbers = ({ events }: Listed) => events.map(({ properties }) => properties.n)

test('list_events has the latest events, the newest first', async () => {
  const latest = await list()
  expect(numbers(latest)).toEqual(Array.from({ length: 20 }, (_, index) => COUNT - index))
  expect(latest.events[0]).toEqual({
    ...{
      id: idOf(COUNT),
      name: 'Quote sent',
      at: COUNT,
      url: ORIGIN,
      properties: { n: COUNT },
      identity: { id: DANA.key },
    },
    ...{ app: expect.objectContaining({ name: 'Desk' }), receivedAt: expect.any(Number) },
  })
})

test('list_events filters by name and person, also events that an open console would get later', async () => {
  expect(numbers(await list({ name: 'Quote sent', person: PRIYA.key, limit: 2 }))).toEqual([3486, 3465])
  const all = await list({ name: 'Quote sent', limit: 100 })
  expect(numbers(all)).toEqual(Array.from({ length: 100 }, (_, index) => COUNT - 7 * index))
  expect(await list({ name: 'Never' })).toEqual({ events: [], searched: COUNT })
  expect(numbers(await list({ person: 'visitor:1' }))).toEqual([1])
})

test('get_event has all fields of an event', async () => {
  const got = await agent.result('get_event', { id: idOf(2) })
  expect(got['event']).toMatchObject({ id: idOf(2), flags: { 'new-pricing': true }, n: 2 })
  expect(await agent.error('get_event', { id: 'x' })).toBe('None of the latest 3500 events has the id x.')
})

test('list_flags has the variations and the rules', async () => {
  const { environments, file } = await agent.result('list_flags', { flag: 'new-pricing' })
  expect(file).toBe(services.flagsFile)
  expect(environments).toMatchObject([
    {
      id: ENVIRONMENT,
      levels: expect.arrayContaining(['production']),
      flags: [{ key: 'new-pricing', on: expect.any(Boolean), variations: [true, false], rules: expect.any(Array) }],
      more: 0,
    },
  ])
  expect(await agent.error('list_flags', { flag: 'nope' })).toBe('flags.json has no flag nope.')
  expect(await agent.error('list_flags', { environment: 'nope' })).toBe('flags.json has no environment nope.')
})

test('list_flags goes on after a key', async () => {
  const keys = async (args: object) => {
    const { environments } = await agent.result('list_flags', args)
    return (environments as { flags: { key: string }[] }[])[0]?.flags.map(({ key }) => key) ?? []
  }
  const all = await keys({})
  expect(all.length).toBeGreaterThan(2)
  expect(all).toEqual([...all].sort())
  expect(await keys({ after: all[0] })).toEqual(all.slice(1))
})

test('explain_flag says why a person has a value', async () => {
  await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
  const why = await agent.result('explain_flag', { flag: 'new-pricing', person: DANA.key })
  expect(why).toMatchObject({ outcome: 'explained', environment: ENVIRONMENT, reason: { kind: expect.any(String) } })
  const unknown = await agent.result('explain_flag', { flag: 'new-pricing', person: 'nobody' })
  expect(unknown).toMatchObject({ outcome: 'unknown', message: expect.any(String) })
  expect(await agent.error('explain_flag', { flag: 'new-pricing', environment: 'nope' })).toBe(
    'flags.json has no environment nope.',
  )
})

test('loss_report says what is missing', async () => {
  expect(await agent.result('loss_report')).toMatchObject({ expected: COUNT + 1, stored: COUNT, onTheWay: 1 })
})

test('experiment_results lists the flags that were shown, or says what is in the way', async () => {
  const direct = await (await fetch(`${services.url}/console/experiments/list`)).json()
  const said = direct.outcome === 'refused' ? agent.error('experiment_results') : agent.result('experiment_results')
  expect(await said).toEqual(direct.outcome === 'refused' ? direct.message : direct)
  expect(await agent.error('experiment_results', { flag: 'new-pricing' })).toMatch(/metrics\.json|DuckDB|duckdb/)
})

test('no tool returns the token of a user', async () => {
  const all = await Promise.all([
    ...['list_events', 'list_flags', 'list_problems', 'loss_report'].map((name) => agent.result(name)),
    agent.result('get_event', { id: idOf(1) }),
    agent.result('explain_flag', { flag: 'new-pricing', person: DANA.key }),
  ])
  const users = await (await fetch(`${services.url}/local/users`)).text()
  expect(users).toContain(DANA_TOKEN)
  for (const { token } of JSON.parse(users) as { token: string }[]) expect(JSON.stringify(all)).not.toContain(token)
})

test('list_problems has problems of files and pages, simulated faults, and what the doctor finds', async () => {
  const doctor = [{ type: 'wrong', about: 'collector', sentence: `${services.url} is wrong.` }]
  expect(await agent.result('list_problems')).toEqual({ files: [], pages: [], faults: [], doctor })
  const problem = { where: 'heap', message: 'no script (T67)', isError: true, since: 1, at: 2, times: 3 }
  const tab = { tab: 'tab-1', page: ORIGIN, app: 'Desk', flags: 'live', problems: [problem], steps: [] }
  expect(await post('/console/life', tab)).toBe(202)
  const fault = { route: 'collect', kind: { type: 'status', status: 503 } }
  expect(await post('/console/faults', fault)).toBe(200)
  await writeFile(services.usersFile, '{}')
  await expect
    .poll(() => agent.result('list_problems'))
    .toMatchObject({
      files: [{ path: services.usersFile, problems: [expect.stringContaining('a list of users')] }],
      pages: [{ where: 'heap', message: 'no script (T67)', times: 3, pages: 1 }],
      faults: [fault],
    })
})

test('checks of the doctor that take too long are left out', async () => {
  const other = await mcpClient(services.url, { checkProject: () => new Promise(() => {}), timeoutMs: 5000 })
  const { faults, doctor } = await other.result('list_problems')
  expect(faults).toHaveLength(1)
  expect(doctor).toEqual([{ type: 'skipped', about: 'telltale doctor', sentence: 'Its checks took longer than 3 s.' }])
  await other.close()
})
