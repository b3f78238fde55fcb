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

/** Events 1 to 700: every third is of Priya, every seventh has another name. */
async function deliver(): Promise<void> {
  const events = Array.from({ length: 700 }, (_, index) => index + 1).map((n) => ({
    ...{ id: idOf(n), n, page: 'one', name: n % 7 === 0 ? 'Quote sent' : 'Page viewed', at: n, url: ORIGIN },
    properties: { n },
    identity: { id: n % 3 === 0 ? PRIYA.key : DANA.key },
    flags: { 'new-pricing': true },
  }))
  const body = JSON.stringify({ app: { name: 'Desk' }, sentAt: 1, pages: { one: { last: 701 } }, events })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${services.url}/collect`, { method: 'POST', headers, body })
  expect(answer.status).toBe(202)
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
  expect(numbers(latest)).toEqual(Array.from({ length: 20 }, (_, index) => 700 - index))
  expect(latest.events[0]).toEqual({
    ...{ id: idOf(700), name: 'Quote sent', at: 700, url: ORIGIN, properties: { n: 700 }, identity: { id: DANA.key } },
    ...{ app: expect.objectContaining({ name: 'Desk' }), receivedAt: expect.any(Number) },
  })
})

test('list_events filters by name and person, also events that an open console would get later', async () => {
  expect(numbers(await list({ name: 'Quote sent', person: PRIYA.key, limit: 2 }))).toEqual([693, 672])
  const all = await list({ name: 'Quote sent', limit: 100 })
  expect(numbers(all)).toEqual(Array.from({ length: 100 }, (_, index) => 700 - 7 * index))
  expect(await list({ name: 'Never' })).toEqual({ events: [], searched: 700 })
})

test('get_event has all fields of an event', async () => {
  const got = await agent.result('get_event', { id: idOf(2) })
  expect(got['event']).toMatchObject({ id: idOf(2), flags: { 'new-pricing': true }, n: 2 })
  expect(await agent.error('get_event', { id: 'x' })).toBe('None of the latest 700 events has the id x.')
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
  expect(await agent.result('loss_report')).toMatchObject({ expected: 701, stored: 700, onTheWay: 1 })
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
  await writeFile(services.usersFile, '{}')
  await expect
    .poll(() => agent.result('list_problems'))
    .toMatchObject({ files: [{ path: services.usersFile, problems: [expect.stringContaining('a list of users')] }] })
})
