import { expect, test } from 'vitest'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { startFlagClient } from '../client/startFlagClient.ts'
import { shareStream } from '../flags/shareStream.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'

// Messages of a stream at an unfavourable moment, and unexpected ones.

const flag = (value: unknown, version = 1) => ({ value, version })

function start(service: FakeFlagService, options: Partial<FlagClientOptions & { context: object }> = {}) {
  const context = { kind: 'user', key: 'ann' }
  return startFlagClient(
    { clientSideId: 'env', context, diagnosticOptOut: true, fetchGoals: false, streaming: true, ...options },
    { ...service.platform, shareStream },
  )
}

/** A tab that reads the stream, and one to which messages are forwarded and whose first poll is under way. */
async function twoTabs() {
  const disk = fakeDisk()
  const [leading, following] = [fakeFlagService({ a: flag(1) }, disk), fakeFlagService({}, disk)]
  const leader = start(leading)
  await leader.waitUntilReady()
  let answer = (_: ReturnType<typeof json>) => {}
  following.answers.poll = () => new Promise((resolve) => (answer = resolve))
  const follower = start(following)
  await following.platform.settle()
  expect(following.urls('stream')).toEqual([])
  return {
    leading,
    follower,
    async answer(flags: object) {
      answer(json(flags))
      await following.platform.settle()
    },
    close: () => Promise.all([leader.close(), follower.close()]),
  }
}

test('a tab whose poll is answered after streamed changes does not go back to the values before them', async () => {
  const { leading, follower, answer, close } = await twoTabs()
  const reported: unknown[] = []
  follower.on('change:a', (...values) => reported.push(values))
  await leading.send('patch', { key: 'a', ...flag(2, 2) })
  await leading.send('patch', { key: 'new', ...flag('n', 1) })
  await leading.send('delete', { key: 'b', version: 4 })
  await leading.send('patch', { key: 'c', ...flag('older', 5) })
  await answer({ a: flag(1, 1), b: flag('gone', 3), c: flag('newer', 6), d: flag('d') })
  expect(follower.allFlags()).toEqual({ a: 2, new: 'n', c: 'newer', d: 'd' })
  expect(reported).toEqual([[2, undefined]])
  await close()
})

test('a put is in force even when its versions are older than those that the page started with', async () => {
  const service = fakeFlagService()
  const client = start(service, { bootstrap: { a: 1, b: 2, $flagsState: { a: { version: 9 }, b: { version: 9 } } } })
  await service.platform.settle()
  await service.send('patch', { key: 'a', ...flag('older', 8) })
  expect(client.allFlags()).toEqual({ a: 1, b: 2 })
  await service.send('put', { a: flag('put', 1) })
  expect(client.allFlags()).toEqual({ a: 'put' })
  await client.close()
})

test('an unknown stream event is ignored, and a change without a key is an error', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = start(service)
  const errors: string[] = []
  client.on('error', ({ name }) => errors.push(name))
  await client.waitUntilReady()
  for (const event of ['heartbeat', 'message', 'constructor']) await service.send(event, 'hello')
  expect(errors).toEqual([])
  await service.send('patch', flag(1, 2))
  await service.send('patch', { key: 5, ...flag(1, 2) })
  await service.send('delete', { version: 2 })
  expect(errors).toEqual(Array.from({ length: 3 }, () => 'LaunchDarklyInvalidDataError'))
  expect(client.allFlags()).toEqual({ a: 1 })
  await client.close()
})

test('a reconnection delay of 0 causes no storm of requests', async () => {
  const service = fakeFlagService()
  service.answers.stream = { status: 503 }
  const client = start(service, { streamReconnectDelay: 0 })
  for (let second = 0; second < 10 && service.urls('stream').length < 50; second += 1) {
    await service.platform.clock.advance(1)
  }
  await service.platform.clock.advance(1_000)
  expect(service.urls('stream').length).toBeLessThan(20)
  await client.close()
})

test('a listener that another listener has removed is not called', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = start(service)
  await client.waitUntilReady()
  const reported: string[] = []
  const second = () => reported.push('second')
  client.on('change:a', () => {
    reported.push('first')
    client.off('change:a', second)
  })
  client.on('change:a', second)
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(reported).toEqual(['first'])
  await client.close()
})

test('a tab that joins others requests its flags once, and again if it starts to listen later', async () => {
  const disk = fakeDisk()
  const [leading, following] = [fakeFlagService({ a: flag(1) }, disk), fakeFlagService({ a: flag(1) }, disk)]
  const leader = start(leading)
  await leader.waitUntilReady()
  const follower = start(following)
  await follower.waitUntilReady()
  await following.platform.settle()
  expect(following.urls('poll')).toHaveLength(1)
  // It has not received the changes in the meantime.
  follower.setStreaming(false)
  await following.platform.settle()
  follower.setStreaming(true)
  await following.platform.settle()
  expect(following.urls('poll')).toHaveLength(2)
  await leader.close()
  await follower.close()
})

test('a client that starts with a bootstrap and joins others requests the flags that it may have missed', async () => {
  const disk = fakeDisk()
  const [leading, following] = [fakeFlagService({ a: flag(2) }, disk), fakeFlagService({ a: flag(2) }, disk)]
  const leader = start(leading)
  await leader.waitUntilReady()
  const follower = start(following, { bootstrap: { a: 1, $flagsState: { a: { version: 1 } } } })
  await following.platform.settle()
  expect(following.urls('poll')).toHaveLength(1)
  expect(follower.variation('a', 0)).toBe(2)
  await leader.close()
  await follower.close()
})
