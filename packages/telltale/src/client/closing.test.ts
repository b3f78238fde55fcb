import { expect, test } from 'vitest'
import { withStorage } from './withStorage.ts'
import type { FlagClientOptions } from './flagClientOptions.ts'
import { startFlagClient } from './startFlagClient.ts'
import { fakeFlagService, type FakeFlagService } from '../testing/fakeFlagService.ts'

// A client that is closed at an unfavourable moment does nothing afterwards.

const never = () => new Promise<never>(() => {})

function start(service: FakeFlagService, options: Partial<FlagClientOptions> = {}) {
  const context = { kind: 'user', key: 'ann' }
  return startFlagClient({ clientSideId: 'env', context, diagnosticOptOut: true, ...options }, service.platform)
}

async function expectNothingMoves({ platform }: FakeFlagService) {
  await platform.settle()
  const { length } = platform.transport.requests
  await platform.clock.advance(600_000)
  expect(platform.transport.requests).toHaveLength(length)
  expect(platform.clock.pending).toBe(0)
}

test('adding or removing a listener, or calling setStreaming, opens no stream after close', async () => {
  const service = fakeFlagService()
  const client = start(service, { streaming: true })
  const listener = () => {}
  client.on('change', listener)
  await client.waitUntilReady()
  await client.close()
  client.off('change', listener)
  client.on('change', listener)
  client.setStreaming(true)
  await expectNothingMoves(service)
  expect(service.urls('stream')).toHaveLength(1)
})

test('an identify after close is rejected and sends no request', async () => {
  const service = fakeFlagService()
  const client = start(service, { streaming: true })
  await client.waitUntilReady()
  await client.close()
  await expect(client.identify({ kind: 'user', key: 'bob' })).rejects.toThrow('The client was closed. (T109)')
  await expectNothingMoves(service)
  expect(service.urls('poll')).toHaveLength(1)
})

test('a client that is closed while it waits for its storage requests no flags when the storage answers', async () => {
  const service = fakeFlagService()
  const client = start(service, { storage: withStorage({ get: never, set() {} }), streaming: true })
  await client.close()
  await expectNothingMoves(service)
  await expect(client.waitForInitialization(5)).rejects.toThrow('The client was closed. (T109)')
  expect(service.platform.transport.requests).toEqual([])
})

test('closing a client before its first flags have arrived settles the promises that wait for them', async () => {
  const service = fakeFlagService()
  service.answers.poll = never
  const client = start(service, { streaming: true })
  const waiting = client.waitForInitialization(5)
  await client.close()
  await expect(waiting).rejects.toThrow('The client was closed. (T109)')
  await expectNothingMoves(service)
})

test('closing a client during a flush settles both promises, and nothing is sent afterwards', async () => {
  const service = fakeFlagService()
  service.answers.events = never
  const client = start(service)
  await client.waitUntilReady()
  const flushed = client.flush()
  await service.platform.settle()
  await client.close()
  await flushed
  await expectNothingMoves(service)
  await client.flush()
  await expectNothingMoves(service)
})

test.each(['put', 'patch'])(
  'a client that is closed by a listener during a %s does nothing afterwards',
  async (event) => {
    const service = fakeFlagService({ a: { value: 1, version: 1 } })
    const client = start(service, { bootstrap: 'localStorage', streaming: true })
    await client.waitUntilReady()
    await service.platform.clock.advance(5_000)
    client.on('change', () => void client.close())
    const flag = { value: 2, version: 2 }
    await service.send(event, event === 'put' ? { a: flag } : { key: 'a', ...flag })
    expect(service.platform.clock.pending).toBe(0)
    await expectNothingMoves(service)
  },
)
