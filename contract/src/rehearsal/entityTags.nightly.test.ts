import { describe, expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal, type Setup } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

/** The entity tag that a new client polls with. Each client polls another address, as in the harness, and is closed at once. */
async function polledWith(setup: Setup) {
  const client = await open({ events: null, ...setup })
  const { headers } = await client.poll.next()
  await client.close()
  return headers['if-none-match']
}

let count = 0
const newUser = () => ({ kind: 'user', key: `etag-${(count += 1)}` })

describe.each(['GET', 'REPORT'])('with polls by %s,', (method) => {
  const clientSide = { useReport: method === 'REPORT' }

  test('the next client polls with the entity tag of its context', async () => {
    const [one, other] = [newUser(), newUser()]
    expect(await polledWith({ context: one, etag: '"1"', clientSide })).toBeUndefined()
    expect(await polledWith({ context: other, etag: '"2"', clientSide })).toBeUndefined()
    expect(await polledWith({ context: one, clientSide })).toBe('"1"')
    expect(await polledWith({ context: other, clientSide })).toBe('"2"')
  })

  test('an entity tag is sent as it was received, even without quotes', async () => {
    const context = newUser()
    await polledWith({ context, etag: `user:${context.key}`, clientSide })
    expect(await polledWith({ context, clientSide })).toBe(`user:${context.key}`)
  })

  test('a context with other attributes does not use the entity tag', async () => {
    const context = newUser()
    await polledWith({ context, etag: '"1"', clientSide })
    expect(await polledWith({ context: { ...context, age: 42 }, clientSide })).toBeUndefined()
  })

  test('a client that streams keeps the entity tag', async () => {
    const context = newUser()
    await polledWith({ context, etag: '"1"', clientSide })
    const stream = [{ flag: { value: 1 } }]
    const client = await open({ context, stream, polling: null, serviceEndpoints: null, events: null, clientSide })
    await client.stream.next()
    await client.close()
    expect(await polledWith({ context, clientSide })).toBe('"1"')
  })

  test('the answer 304 restores the flags of the entity tag', async () => {
    const setup = { context: newUser(), etag: '"1"', flags: { flag: { value: 'kept' } }, clientSide }
    await polledWith(setup)
    const client = await open({ ...setup, flags: {} })
    expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 'kept' })
  })
})
