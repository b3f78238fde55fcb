import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import type { FlagClientOptions } from './flagSettings.ts'
import { startFlagClient } from './startFlagClient.ts'

// The defects that were found in the vendor's published clients, by the reference's numbers: what ours does in their place.

const ann = { kind: 'user', key: 'ann' }
const bob = { kind: 'user', key: 'bob' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })
const start = (service: FakeFlagService, options: Partial<FlagClientOptions> = {}) =>
  startFlagClient({ clientSideId: 'env', context: ann, diagnosticOptOut: true, ...options }, service.platform)
const posts = (service: FakeFlagService) =>
  service.platform.transport.requests.filter(({ url }) => url.includes('/events/'))

test('F1: a page that is hidden sends what waits, whatever the other options are', async () => {
  const service = fakeFlagService()
  const client = start(service, { fetchGoals: false })
  await client.waitUntilReady()
  client.track('seen')
  service.platform.mayExit()
  await service.platform.settle()
  expect(service.events('custom')).toHaveLength(1)
  expect(posts(service)[0]?.keepalive).toBe(true)
})

test('F2: what is handed over to the browser and refused by it is not taken for sent', async () => {
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

test('F3: a captive portal’s page in place of flags delays them, and the next identify works', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 200, headers: { 'content-type': 'application/json' }, body: '<html>Log in</html>' }
  const client = start(service)
  await service.platform.clock.advance(0)
  service.answers.poll = json({ a: flag(2) })
  expect(await client.identify(bob)).toEqual({ a: 2 })
})

test('F4: a request that hangs is given up, and holds up no later identify', async () => {
  const service = fakeFlagService()
  service.answers.poll = () => new Promise(() => {})
  const client = start(service)
  await service.platform.settle()
  service.answers.poll = json({ a: flag(2) })
  expect(await client.identify(bob)).toEqual({ a: 2 })
  service.answers.poll = () => new Promise(() => {})
  const hanging = client.identify(ann).catch(({ message }: Error) => message)
  await service.platform.clock.advance(60_000)
  expect(await hanging).toBe('network error (no answer within 10 seconds)')
})

test('F5: nothing of it needs what browsers give to secure origins alone; the journeys have one that is none', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  expect(sources).toContain('flags.ts')
  // Comments may speak of it, and it may be called where it is there.
  const needs = /^(?!\s*(?:\*|\/[/*])).*(?:\.subtle\b|\brandomUUID\b(?!\?\.\())/m
  const needy = sources.filter((name) => needs.test(readFileSync(folder + name, 'utf8')))
  expect(needy).toEqual([])
})

test('F6: closing ends the watch for goals', async () => {
  const service = fakeFlagService()
  service.answers.goals = json([{ key: 'g', kind: 'pageview', urls: [{ kind: 'substring', substring: '/quote' }] }])
  const client = start(service)
  await service.platform.settle()
  await client.close()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})

test('F7: flags that depend on one another in a ring are evaluated, and nothing throws', async () => {
  const ring = { a: flag(1, 1, { prerequisites: ['b'] }), b: flag(2, 1, { prerequisites: ['a'] }) }
  const client = start(fakeFlagService(ring))
  await client.waitUntilReady()
  expect([client.variation('a', 0), client.variation('b', 0)]).toEqual([1, 2])
})

test('F8: of two identifies the later one counts, though the earlier one’s answer comes last', async () => {
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

test('F9: a diagnostic event that is not delivered is not posted where events are', async () => {
  const service = fakeFlagService()
  service.answers.diagnostic = { status: 503 }
  start(service, { diagnosticOptOut: false, fetchGoals: false })
  await service.platform.clock.advance(60_000)
  expect(service.events().map(({ kind }) => kind)).toEqual(['identify'])
})

test('F10: an identify that fails takes nobody’s cache, and names of entries tell nobody’s attributes', async () => {
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

test('F11: a new version of an equal value is no change', async () => {
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

test('F12: an identify that fails while nobody waits for it is no unhandled rejection', async () => {
  const service = fakeFlagService()
  const client = start(service)
  await client.waitUntilReady()
  service.answers.poll = { status: 403 }
  void client.identify(bob)
  await service.platform.settle()
  // The test runner fails a file in which a rejection was left unhandled.
  await new Promise((resolve) => setTimeout(resolve))
  expect(service.platform.logged).toEqual(['Error fetching flag settings: 403'])
})

test('F13: unknown flags and storage that refuses are no news', async () => {
  const disk = fakeDisk()
  disk.condition = 'refuses'
  const service = fakeFlagService({ a: flag(1) }, disk)
  const client = start(service, { bootstrap: 'localStorage' })
  await service.platform.clock.advance(1000)
  for (let count = 0; count < 1000; count += 1) client.variation('unknown', false)
  expect(service.platform.logged).toEqual([])
})

test('F14: what a page has to say is split, so that no part is over what the browser takes', async () => {
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

test('F15: a batch that is too large ends nothing, and a poll or a batch that fails is tried again, later', async () => {
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

test('F16: after a start that failed it goes on trying', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 503 }
  const client = start(service)
  const failed = client.waitForInitialization(5).catch(({ message }: Error) => message)
  await service.platform.clock.advance(3000)
  expect(await failed).toBe('Error fetching flag settings: 503')
  delete service.answers.poll
  await service.platform.clock.advance(60_000)
  expect(client.variation('a', 0)).toBe(1)
})

test('F17: the anonymous key of version 3 is taken over, and a poll has no header that the browser must ask about', async () => {
  const disk = fakeDisk()
  disk.storage.getForeign = (name) => (name === 'ld:$anonUserId' ? 'kept-from-v3' : undefined)
  const service = fakeFlagService({}, disk)
  const client = start(service, { context: { kind: 'user', anonymous: true } } as never)
  expect(client.getContext()?.['key']).toBe('kept-from-v3')
  expect(service.platform.transport.requests[0]?.headers).toEqual({})
})

test('F18: a stream has tags, wrapper and REPORT, and ends for good when it is refused for good', async () => {
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
