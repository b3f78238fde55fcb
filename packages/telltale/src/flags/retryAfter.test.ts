import { expect, test } from 'vitest'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import type { FlagOptions } from './flagSettings.ts'
import { layerFlags } from './layerFlags.ts'

// [spec] RFC 9110 §10.2.3: a service that refuses may say how long it wants to be left alone.

const busy = (retryAfter: string, status = 503) => ({ status, headers: { 'Retry-After': retryAfter } })

function start(service: FakeFlagService, options: Partial<FlagOptions> = {}) {
  const { platform } = service
  const person = { unique_identity: 'ann' }
  const host = fakeHost(platform, { status: 'known', epoch: 'e', person, displayIdentity: 'ann' })
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  const flags = layerFlags({ clientSideId: 'env', sendEvents: false, streaming: false, ...options })(host)
  return { flags, platform, problems, advance: platform.clock.advance }
}

/** The most that back-off adds to the first rest. */
const FIRST_BACKOFF_MS = 1_000

test.each([429, 503])('a poll that is answered with %i is asked again when the service wants it', async (status) => {
  const service = fakeFlagService({ on: { value: true, version: 1 } })
  service.answers.poll = busy('4', status)
  const { flags, advance } = start(service)
  await advance(4_000)
  expect(service.urls('poll')).toHaveLength(1)
  expect(flags.status.get()).toBe('initialising')
  service.answers.poll = undefined as never
  await advance(FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
  expect(flags.status.get()).toBe('live')
})

test('a date is heeded as seconds are', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy(new Date(service.platform.clock.now() + 4_000).toUTCString())
  const { advance } = start(service)
  await advance(4_000)
  expect(service.urls('poll')).toHaveLength(1)
  await advance(FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test('nobody waits for flags that are to come in minutes: they have failed, once, and are live when they come', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('120')
  const { flags, platform, advance, problems } = start(service)
  await platform.settle()
  expect(flags.status.get()).toBe('failed')
  await advance(400_000)
  expect(service.urls('poll').length).toBeLessThanOrEqual(4)
  expect(problems).toEqual(['Error fetching flag settings: 503'])
  service.answers.poll = json({})
  await advance(130_000)
  expect(flags.status.get()).toBe('live')
})

test('no service is left alone for more than an hour', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('99999999')
  const { advance } = start(service)
  await advance(3_600_000 + FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test('a ping does not end a rest that the service has asked for', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('60')
  const { platform, advance } = start(service, { streaming: true })
  await platform.settle()
  await service.send('ping', '')
  expect(service.urls('poll')).toHaveLength(1)
  await advance(60_000 + FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test.each([429, 503])('a stream that is answered with %i is opened again when the service wants it', async (status) => {
  const service = fakeFlagService()
  service.answers.stream = busy('120', status)
  const { advance, problems } = start(service, { streaming: true })
  await advance(120_000)
  expect(service.urls('stream')).toHaveLength(1)
  expect(problems[0]).toMatch(/continue retrying after 120[0-9]{3} milliseconds/)
  await advance(FIRST_BACKOFF_MS)
  expect(service.urls('stream')).toHaveLength(2)
})

test('events are told again when the service wants it', async () => {
  const service = fakeFlagService()
  service.answers.events = busy('60')
  const { advance, problems } = start(service, { sendEvents: true, diagnosticOptOut: true, fetchGoals: false })
  await advance(62_000)
  expect(service.batches()).toHaveLength(1)
  await advance(2_000)
  expect(service.batches()).toHaveLength(2)
  expect(problems).toHaveLength(1)
})

test('after stop nothing of it is left, also where a failure has ended the wait', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('120')
  const { flags, platform } = start(service, { streaming: true })
  await platform.settle()
  flags.stop()
  await platform.settle()
  expect(platform.clock.pending).toBe(0)
})
