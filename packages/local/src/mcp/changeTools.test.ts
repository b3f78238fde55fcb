import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOf, type ConsoleForTest } from '../testing/consoleOf.ts'
import { mcpClient, type McpClientForTest } from '../testing/mcpClient.ts'
import { DANA, DANA_TOKEN, ENVIRONMENT } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
let page: ConsoleForTest
let agent: McpClientForTest
beforeAll(async () => {
  services = await startForTest()
  page = await consoleOf(services.url)
  agent = await mcpClient(services.url, { allowChanges: true })
})
afterAll(async () => {
  page.close()
  await agent.close()
  await services.close()
})

type Flag = Readonly<Record<string, unknown>>

async function flag(key: string): Promise<Flag | undefined> {
  const { environments } = await agent.result('list_flags', { flag: key })
  return (environments as { flags: Flag[] }[])[0]?.flags[0]
}

const users = async () => JSON.parse(await readFile(services.usersFile, 'utf8')) as { identity: Flag; token: string }[]

const refusalOf = async (...command: Parameters<ConsoleForTest['command']>) => {
  const { status, body } = await page.command(...command)
  expect(status).toBeGreaterThanOrEqual(400)
  return (body as { message: string }).message
}

test('set_flag turns a flag on and off', async () => {
  for (const on of [false, true]) {
    expect(await agent.result('set_flag', { key: 'new-pricing', on })).toMatchObject({ flag: { on } })
    expect(await flag('new-pricing')).toMatchObject({ on })
  }
})

test('set_flag writes a whole flag, unless it has changed since', async () => {
  const before = await flag('new-pricing')
  const wanted = { ...before, description: 'By an agent' }
  const args = { key: 'new-pricing', flag: wanted, before }
  expect(await agent.result('set_flag', args)).toMatchObject({ message: 'Written.' })
  expect(await flag('new-pricing')).toMatchObject({ description: 'By an agent' })
  expect(await agent.error('set_flag', { ...args, environment: ENVIRONMENT })).toBe(
    await refusalOf('PUT', `/console/flags/${ENVIRONMENT}/new-pricing`, { flag: wanted, before }),
  )
})

test('set_flag creates a flag', async () => {
  const wanted = { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } }
  await agent.result('set_flag', { key: 'by-agent', flag: wanted })
  expect(await flag('by-agent')).toMatchObject({ key: 'by-agent', on: true })
})

test.each<[object, Parameters<ConsoleForTest['command']>]>([
  [{ key: 'nope', on: true }, ['POST', '/console/flags/nope', { on: true }]],
  [{ key: 'new-pricing', environment: 'nope', flag: {} }, ['PUT', '/console/flags/nope/new-pricing', { flag: {} }]],
  [
    { key: 'new-pricing', flag: { variations: 'many' } },
    ['PUT', `/console/flags/${ENVIRONMENT}/new-pricing`, { flag: { variations: 'many' } }],
  ],
])('set_flag refuses %j with the words of the console', async (args, command) => {
  expect(await agent.error('set_flag', args)).toBe(await refusalOf(...command))
})

test('set_sample_user adds a user and changes one, and keeps the token to itself', async () => {
  const added = { unique_identity: 'agent:1', name: 'Ada' }
  expect(await agent.result('set_sample_user', { identity: added })).toEqual({
    ...{ message: 'Written.', unique_identity: 'agent:1' },
  })
  expect((await users()).at(-1)?.identity).toEqual(added)
  const changed = { unique_identity: DANA.key, name: 'Dana' }
  const answer = await agent.result('set_sample_user', { id: DANA.key, identity: changed })
  expect(JSON.stringify(answer)).not.toContain(DANA_TOKEN)
  expect((await users()).find(({ token }) => token === DANA_TOKEN)?.identity).toEqual(changed)
})

test.each<[object, Parameters<ConsoleForTest['command']>]>([
  [{ identity: {} }, ['POST', '/console/people', {}]],
  [{ identity: { unique_identity: DANA.key } }, ['POST', '/console/people', { unique_identity: DANA.key }]],
  [
    { id: 'no/body', identity: { unique_identity: 'x' } },
    ['PUT', '/console/people/no%2Fbody', { identity: { unique_identity: 'x' } }],
  ],
])('set_sample_user refuses %j with the words of the console', async (args, command) => {
  expect(await agent.error('set_sample_user', args)).toBe(await refusalOf(...command))
})

test.each([
  ['set_flag', { key: 'new-pricing' }, 'Name either "on" or "flag".'],
  ['set_flag', { key: 'new-pricing', on: true, flag: {} }, 'Name either "on" or "flag".'],
  ['set_flag', { key: 'new-pricing', on: true, before: {} }, '"before" has no effect without "flag".'],
  ['set_flag', { key: '..', on: true }, '".." cannot be part of an address.'],
  ['set_sample_user', { identity: {}, before: {} }, '"before" has no effect without "id".'],
  ['set_sample_user', { identity: {}, id: '.' }, '"." cannot be part of an address.'],
])('%s with %j: %s', async (name, args, sentence) => {
  expect(await agent.error(name, args)).toBe(sentence)
})
