import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { mcpClient, type McpClientForTest } from '../testing/mcpClient.ts'
import type { McpServerNeeds } from './createMcpServer.ts'

const READING = [
  ...['list_events', 'get_event', 'list_flags', 'explain_flag', 'list_problems', 'loss_report', 'experiment_results'],
]
const CHANGING = ['set_flag', 'set_sample_user']

let agent: McpClientForTest | undefined
let server: Server | undefined
afterEach(async () => {
  await agent?.close()
  server?.closeAllConnections()
  server?.close()
  agent = undefined
  server = undefined
})

const connect = async (url: string | undefined, needs: Partial<McpServerNeeds> = {}) =>
  (agent = await mcpClient(url, needs))

async function listen(answer: RequestListener): Promise<string> {
  const own = createServer(answer)
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`
}

test('by default all tools are read-only, and those that change something do not exist', async () => {
  const { client, error } = await connect('http://127.0.0.1:1')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(READING)
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  for (const name of CHANGING) expect(await error(name, { key: 'a', on: true })).toBe(`There is no tool ${name}.`)
})

test('where changes are allowed, the tools that change something say so', async () => {
  const { client } = await connect('http://127.0.0.1:1', { allowChanges: true })
  const { tools } = await client.listTools()
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
  expect(tools.map(({ name }) => name)).toEqual([...READING, ...CHANGING])
  expect(changing.map(({ name }) => name)).toEqual(CHANGING)
})

test.each([
  ['list_events', { limit: 101 }, 'The arguments are wrong: limit: Too big: expected number to be <=100.'],
  ['list_events', { limit: 1.5 }, 'The arguments are wrong: limit: Invalid input: expected int, received number.'],
  ['list_events', { user: 'a' }, 'The arguments are wrong: Unrecognized key: "user".'],
  ['get_event', {}, 'The arguments are wrong: id: Invalid input: expected string, received undefined.'],
  ['explain_flag', { flag: '' }, 'The arguments are wrong: flag: Too small: expected string to have >=1 characters.'],
])('%s with %j: %s', async (name, args, sentence) => {
  expect(await (await connect('http://127.0.0.1:1')).error(name, args)).toBe(sentence)
})

const ALL = [
  ['list_events', {}],
  ['get_event', { id: 'a' }],
  ['list_flags', {}],
  ['explain_flag', { flag: 'a', person: 'b' }],
  ['list_problems', {}],
  ['loss_report', {}],
  ['experiment_results', {}],
] as const

test.each(ALL)('%s says that no services are running', async (name, args) => {
  const { error } = await connect(undefined)
  expect(await error(name, args)).toBe(
    'No local services of this project are running. Start them with npx telltale dev.',
  )
})

test.each(ALL)('%s says that the services have ended, and the server goes on', async (name, args) => {
  const url = await listen(() => undefined)
  await new Promise((resolve) => server?.close(resolve))
  const { client, error } = await connect(url)
  const sentence = `The local services at ${new URL(url).host} are not running. Start them with npx telltale dev.`
  expect([await error(name, args), await error(name, args)]).toEqual([sentence, sentence])
  expect((await client.listTools()).tools).toHaveLength(READING.length)
})

test.each(ALL)('%s says that a web page has answered', async (name, args) => {
  const url = await listen((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><title>Sign in</title>')
  })
  const { error } = await connect(url)
  expect(await error(name, args)).toMatch(/^127\.0\.0\.1:\d+ answered with a web page \("Sign in"\)\./)
})

test.each(ALL)('%s follows no redirect', async (name, args) => {
  const asked: (string | undefined)[] = []
  const url = await listen(({ url: path }, answer) => {
    asked.push(path)
    answer.writeHead(307, { location: '/elsewhere', 'content-type': 'application/json' }).end('{}')
  })
  const { error } = await connect(url)
  expect(await error(name, args)).toContain('redirects to /elsewhere')
  expect(asked).toHaveLength(1)
  expect(asked).not.toContain('/elsewhere')
})

test.each(ALL)('%s says that there was no answer in time', async (name, args) => {
  const url = await listen(() => undefined)
  const { error } = await connect(url, { timeoutMs: 150 })
  expect(await error(name, args)).toMatch(/did not answer within 0\.15 s\.$|There was no result within 0\.15 s\.$/)
})

test('another service at the address is named', async () => {
  const url = await listen((_, answer) => {
    answer.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"no"}')
  })
  const { error } = await connect(url)
  expect(await error('loss_report')).toMatch(/does not answer as the local services do: the status is 500\./)
})

test.each(['http://192.0.2.1:4800', 'https://example.com', 'http://127.0.0.1.example.com', 'http://localhost@a.test'])(
  'no request goes to %s',
  async (url) => {
    const { error } = await connect(url)
    expect(await error('loss_report')).toBe(`${url} is not an address of this machine.`)
  },
)

test('an address that cannot be found out in time ends the call', async () => {
  const { error } = await connect(undefined, { findServices: () => new Promise(() => {}), timeoutMs: 150 })
  expect(await error('loss_report')).toBe('There was no result within 0.15 s.')
})
