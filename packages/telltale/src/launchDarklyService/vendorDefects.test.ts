import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { startFlagClient } from '../client/startFlagClient.ts'

// Defects of the vendor's published clients, by the numbers of the reference, and what Telltale's client does instead.

const ann = { kind: 'user', key: 'ann' }
const bob = { kind: 'user', key: 'bob' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })
const start = (service: FakeFlagService, options: Partial<FlagClientOptions> = {}) =>
  startFlagClient({ clientSideId: 'env', context: ann, diagnosticOptOut: true, ...options }, service.platform)
const posts = (service: FakeFlagService) =>
  service.platform.transport.requests.filter(({ url }) => url.includes('/events/'))

test('F1: a page that is hidden sends its queued events with any other options', async () => {
  const service = fakeFlagService()
  const client = start(service, { fetchGoals: false })
  await client.waitUntilReady()
  client.track('seen')
  service.platform.mayExit()
  await service.platform.settle()
  expect(service.events('custom')).toHaveLength(1)
  expect(posts(service)[0]?.keepalive).toBe(true)
})

test('F2: a batch that the browser refuses does not count as sent', async () => {
  const service = fakeFlagService()
  service.answers.events = 'network'
  const client = start(service)
  await client.waitUntilReady()
  client.track('seen')
  service.platform.mayExit()
  await service.platform.settle()
  delete service.answers.events
  await service.platform.clock.advance(5000)
  expect(
    service
      .batches()
      .at(-1)
      ?.map(({ kind }) => kind),
  ).toEqual(['identify', 'custom'])
})

test('F3: a captive portal’s page in place of flags only delays them, and the next identify works', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 200, headers: { 'content-type': 'application/json' }, body: '<html>Log in</html>' }
  const client = start(service)
  await service.platform.clock.advance(0)
  service.answers.poll = json({ a: flag(2) })
  expect(await client.identify(bob)).toEqual({ a: 2 })
})

test('F4: a request that hangs times out, and does not delay a later identify', async () => {
  const service = fakeFlagService()
  service.answers.poll = () => new Promise(() => {})
  const client = start(service)
  await service.platform.settle()
  service.answers.poll = json({ a: flag(2) })
  expect(await client.identify(bob)).toEqual({ a: 2 })
  service.answers.poll = () => new Promise(() => {})
  const hanging = client.identify(ann).catch(({ message }: Error) => message)
  await service.platform.clock.advance(60_000)
  expect(await hanging).toBe('no answer from https://app.launchdarkly.com within 10 s (T184)')
})

test('F5: no source requires an API that browsers restrict to secure origins; the journeys include an insecure origin', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  expect(sources).toContain('flags.ts')
  // Comments may mention such an API, and optional calls of it are allowed.
  const needs = /^(?!\s*(?:\*|\/[/*])).*(?:\.subtle\b|\brandomUUID\b(?!\?\.\())/m
  const needy = sources.filter((name) => needs.test(readFileSync(folder + name, 'utf8')))
  expect(needy).toEqual([])
})

test('F6: closing stops watching for goals', async () => {
  const service = fakeFlagService()
  service.answers.goals = json([{ key: 'g', kind: 'pageview', urls: [{ kind: 'substring', substring: '/quote' }] }])
  const client = start(service)
  await service.platform.settle()
  await client.close()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})

test('F7: flags with circular prerequisites are evaluated, and nothing throws', async () => {
  const ring = { a: flag(1, 1, { prerequisites: ['b'] }), b: flag(2, 1, { prerequisites: ['a'] }) }
  const client = start(fakeFlagService(ring))
  await client.waitUntilReady()
  expect([client.variation('a', 0), client.variation('b', 0)]).toEqual([1, 2])
})

test('F8: of two identifies the later one wins, even if the earlier one’s answer arrives last', async () => {
  const service = fakeFlagService()
  const answers: ((answer: ReturnType<typeof json>) => void)[] = []
  const client = start(service)
  await client.waitUntilReady()
  service.answers.poll = () => new Promise((resolve) => answers.push(resolve))
  void client.identify({ kind: 'user', key: 'slow' })
  void client.identify(bob)
  await service.platform.settle()
  answers[1]?.(json({ who: flag('bob') }))
  await service.platform.settle()
  answers[0]?.(json({ who: flag('slow') }))
  await service.platform.settle()
  expect([client.getContext(), client.allFlags()]).toEqual([bob, { who: 'bob' }])
})

test('F9: a diagnostic event that cannot be delivered is not posted to the endpoint of events', async () => {
  const service = fakeFlagService()
  service.answers.diagnostic = { status: 503 }
  start(service, { diagnosticOptOut: false, fetchGoals: false })
  await service.platform.clock.advance(60_000)
  expect(service.events().map(({ kind }) => kind)).toEqual(['identify'])
})

test('F10: an identify that fails does not change any cache, and the names of cache entries contain no attributes', async () => {
  const disk = fakeDisk()
  const service = fakeFlagService({ a: flag(1) }, disk)
  const client = start(service, { bootstrap: 'localStorage' })
  await service.platform.clock.advance(1000)
  service.answers.poll = { status: 401 }
  await client.identify(bob).catch(() => {})
  await client.close()
  expect(start(fakeFlagService({}, disk), { bootstrap: 'localStorage' }).allFlags()).toEqual({ a: 1 })
  expect(disk.storage.keys('').join()).not.toContain('ann')
})

test('F11: a new version with an equal value is not a change', async () => {
  const service = fakeFlagService({ a: flag([1]) })
  const client = start(service)
  await client.waitUntilReady()
  let changes = 0
  client.on('change', () => (changes += 1))
  await service.platform.settle()
  await service.send('patch', { key: 'a', ...flag([1], 2) })
  await service.send('put', { a: flag([1], 3) })
  expect(changes).toBe(0)
})

test('F12: an identify that fails and is not awaited causes no unhandled rejection', async () => {
  const service = fakeFlagService()
  const client = start(service)
  await client.waitUntilReady()
  service.answers.poll = { status: 403 }
  void client.identify(bob)
  await service.platform.settle()
  // The test runner then fails the file if a rejection was left unhandled.
  await new Promise((resolve) => setTimeout(resolve))
  expect(service.platform.logged).toEqual(['Error fetching flag settings: 403 (T89)'])
})

test('F13: unknown flags and a storage that refuses are not reported', async () => {
  const disk = fakeDisk()
  disk.condition = 'refuses'
  const service = fakeFlagService({ a: flag(1) }, disk)
  const client = start(service, { bootstrap: 'localStorage' })
  await service.platform.clock.advance(1000)
  for (let count = 0; count < 1000; count += 1) client.variation('unknown', false)
  expect(service.platform.logged).toEqual([])
})

test('F14: a page’s events are split into batches that fit the browser’s keepalive limit', async () => {
  const service = fakeFlagService()
  const client = start(service)
  await client.waitUntilReady()
  for (let count = 0; count < 50; count += 1) client.track('t', 'x'.repeat(2000))
  service.platform.mayExit()
  const kept = posts(service)
  expect(kept.length).toBeGreaterThan(1)
  for (const { body, keepalive } of kept) {
    expect(keepalive).toBe(true)
    expect((body ?? '').length).toBeLessThan(64 * 1024)
  }
})

test('F15: a batch that is too large does not stop posting, and a poll or a batch that fails is retried after a delay', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 500 }
  service.answers.events = { status: 413 }
  const client = start(service)
  await service.platform.clock.advance(100)
  expect(service.urls('poll')).toHaveLength(1)
  delete service.answers.poll
  await service.platform.clock.advance(2000)
  expect(client.allFlags()).toEqual({ a: 1 })
  delete service.answers.events
  client.track('later')
  await service.platform.clock.advance(2000)
  expect(service.events('custom')).toHaveLength(1)
})

test('F16: a client whose start has failed continues to retry', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 503 }
  const client = start(service)
  const failed = client.waitForInitialization(5).catch(({ message }: Error) => message)
  await service.platform.clock.advance(3000)
  expect(await failed).toBe('Error fetching flag settings: 503 (T89)')
  delete service.answers.poll
  await service.platform.clock.advance(60_000)
  expect(client.variation('a', 0)).toBe(1)
})

test('F17: the anonymous key of version 3 is reused, and a poll has no header that causes a CORS preflight', async () => {
  const disk = fakeDisk()
  disk.storage.getForeign = (name) => (name === 'ld:$anonUserId' ? 'kept-from-v3' : undefined)
  const service = fakeFlagService({}, disk)
  const client = start(service, { context: { kind: 'user', anonymous: true } } as never)
  expect(client.getContext()?.['key']).toBe('kept-from-v3')
  expect(service.platform.transport.requests[0]?.headers).toEqual({})
})

test('F18: a stream sends tags, wrapper and REPORT, and ends when it is refused permanently', async () => {
  const service = fakeFlagService()
  service.answers.stream = { status: 401 }
  start(service, { streaming: true, useReport: true, application: { id: 'desk' }, wrapperName: 'w' })
  await service.platform.clock.advance(3_600_000)
  const streams = service.platform.transport.requests.filter(({ url }) => url.includes('/eval/'))
  expect(streams).toHaveLength(1)
  expect(streams[0]).toMatchObject({
    method: 'REPORT',
    headers: { 'X-LaunchDarkly-Tags': 'application-id/desk', 'X-LaunchDarkly-Wrapper': 'w' },
  })
})
