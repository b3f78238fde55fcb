import { expect, test } from 'vitest'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import type { FlagOptions } from './flagSettings.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'

// [spec] RFC 9110 §10.2.3: a service may say in `Retry-After` how long clients have to wait.

const busy = (retryAfter: string, status = 503) => ({ status, headers: { 'Retry-After': retryAfter } })

function start(service: FakeFlagService, options: Partial<FlagOptions> = {}) {
  const { platform } = service
  const person = { unique_identity: 'ann' }
  const host = fakeHost(platform, { status: 'known', epoch: 'e', person, name: 'ann', displayIdentity: 'ann' })
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  const flags = launchDarklyAtOnce({
    clientSideId: 'env',
    sendEvents: false,
    streaming: false,
    ...options,
  }).start(host)
  return { flags, platform, problems, advance: platform.clock.advance }
}

/** The maximum that backoff adds to the first wait, in milliseconds. */
const FIRST_BACKOFF_MS = 1_000

test.each([429, 503])('a poll that is answered with %i is retried after its Retry-After', async (status) => {
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

test('a Retry-After that is a date is respected like one in seconds', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy(new Date(service.platform.clock.now() + 4_000).toUTCString())
  const { advance } = start(service)
  await advance(4_000)
  expect(service.urls('poll')).toHaveLength(1)
  await advance(FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test('flags with a Retry-After of minutes fail at once, with one report, and are live when they arrive', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('120')
  const { flags, platform, advance, problems } = start(service)
  await platform.settle()
  expect(flags.status.get()).toBe('failed')
  await advance(400_000)
  expect(service.urls('poll').length).toBeLessThanOrEqual(4)
  expect(problems).toEqual(['Error fetching flag settings: 503 (T89)'])
  service.answers.poll = json({})
  await advance(130_000)
  expect(flags.status.get()).toBe('live')
})

test('a Retry-After of more than an hour is limited to an hour', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('99999999')
  const { advance } = start(service)
  await advance(3_600_000 + FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test('a ping does not end a wait that the service has asked for', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('60')
  const { platform, advance } = start(service, { streaming: true })
  await platform.settle()
  await service.send('ping', '')
  expect(service.urls('poll')).toHaveLength(1)
  await advance(60_000 + FIRST_BACKOFF_MS)
  expect(service.urls('poll')).toHaveLength(2)
})

test.each([429, 503])('a stream that is answered with %i is reopened after its Retry-After', async (status) => {
  const service = fakeFlagService()
  service.answers.stream = busy('120', status)
  const { advance, problems } = start(service, { streaming: true })
  await advance(120_000)
  expect(service.urls('stream')).toHaveLength(1)
  expect(problems[0]).toMatch(/: \d+\. Reconnecting\. \(T94\)$/)
  await advance(FIRST_BACKOFF_MS)
  expect(service.urls('stream')).toHaveLength(2)
})

test('events are sent again after the service’s Retry-After', async () => {
  const service = fakeFlagService()
  service.answers.events = busy('60')
  const { advance, problems } = start(service, { sendEvents: true, diagnosticOptOut: true, fetchGoals: false })
  await advance(62_000)
  expect(service.batches()).toHaveLength(1)
  await advance(2_000)
  expect(service.batches()).toHaveLength(2)
  expect(problems).toHaveLength(1)
})

test('after stop no timer is left, even when a failure has ended the wait', async () => {
  const service = fakeFlagService()
  service.answers.poll = busy('120')
  const { flags, platform } = start(service, { streaming: true })
  await platform.settle()
  flags.stop()
  await platform.settle()
  expect(platform.clock.pending).toBe(0)
})
