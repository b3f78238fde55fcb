import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCli, type BuiltCli } from '../testing/builtCli.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await builtCli()), 240_000)
afterAll(() => cli.remove())

async function connect(...args: readonly string[]) {
  const client = new Client({ name: 'test', version: '1' })
  const command = [join(cli.folder, 'cli.js'), 'mcp', ...args]
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command, cwd: cli.folder }))
  return client
}

test('an agent starts it, lists the tools, and uses them once the services run', async () => {
  const client = await connect('--allow-changes')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_events', 'set_flag']))
  expect(client.getServerVersion()).toMatchObject({ name: 'telltale' })
  expect(await client.callTool({ name: 'list_flags' })).toMatchObject({ isError: true })

  const services = cli.run(['dev', '--no-open', '--port', '0'])
  const url = await services.address()
  await expect.poll(() => client.callTool({ name: 'list_flags' })).not.toHaveProperty('isError')
  const { structuredContent } = await client.callTool({ name: 'list_problems' })
  expect(structuredContent).toMatchObject({ files: [], doctor: expect.any(Array) })
  const doctor = (structuredContent as { doctor: { type: string; about: string }[] }).doctor
  expect(
    doctor.filter(({ type, about }) => type === 'wrong' && ['flags', 'stream', 'collector'].includes(about)),
  ).toEqual([])
  await client.close()

  const other = await connect('--url', url)
  expect((await other.listTools()).tools.map(({ name }) => name)).not.toContain('set_flag')
  expect(await other.callTool({ name: 'loss_report' })).toMatchObject({ structuredContent: { stored: 0 } })
  await other.close()
  services.child.kill('SIGINT')
  expect(await services.ended).toBe(0)
}, 60_000)

test('it answers what it has read, writes nothing else, and ends with 0 when stdin ends', async () => {
  const child = spawn(process.execPath, [join(cli.folder, 'cli.js'), 'mcp'], { cwd: cli.folder })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ]
  child.stdin.end(messages.map((one) => `${JSON.stringify(one)}\n`).join(''))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  const answers = out.trim().split('\n')
  expect(answers.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2])
  expect(err).toBe('')
})
