import { expect, test } from 'vitest'
import { capabilities } from '../protocol/capabilities.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal } from './startRehearsal.ts'

const { server, service, open } = await startRehearsal(startNodeService)

test('the test service reports its name and its capabilities', async () => {
  const answer = await (await fetch(service.url)).json()
  expect(answer).toEqual({ name: expect.stringMatching(/^telltale-/), capabilities })
})

test('the test service answers 404 for a client that was never created, and for one that was closed', async () => {
  const body = '{"command":"evaluateAll"}'
  expect((await fetch(`${service.url}/clients/999999`, { method: 'POST', body })).status).toBe(404)
  const client = await open()
  expect(await client.close()).toBe(200)
  expect(await client.close()).toBe(404)
})

test('the test service answers 400 for an unknown command, and for a command without its parameters', async () => {
  const client = await open()
  await expect(client.run({ command: 'dance' })).rejects.toThrow(/400/)
  await expect(client.run({ command: 'evaluate' })).rejects.toThrow(/400/)
})

test('the test service answers 500 for a client that fails, unless its initialization may fail', async () => {
  const refused = server.endpoint(({ response }) => void response.writeHead(401).end())
  const polling = { baseUri: refused.url }
  await expect(open({ polling })).rejects.toThrow(/500/)
  const client = await open({ polling, initCanFail: true })
  expect(await client.evaluate({ flagKey: 'flag', defaultValue: 'd' })).toEqual({ value: 'd' })
})
