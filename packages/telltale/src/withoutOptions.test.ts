import { afterEach, expect, test, vi } from 'vitest'
import type { DestinationPart } from './events/destination.ts'
import { collector } from './collector.ts'
import { datadog } from './datadog.ts'
import { launchDarkly } from './flags.ts'
import { heap } from './heap.ts'
import { intercom } from './intercom.ts'
import { fakeHost } from './testing/fakeHost.ts'
import { fakePlatform } from './testing/fakePlatform.ts'

// JavaScript has no compiler that asks for options.

type Factory = (options?: never) => (host: ReturnType<typeof fakeHost>) => unknown

const start = (part: unknown) => (part as Factory)()(fakeHost(fakePlatform()))

afterEach(() => vi.unstubAllGlobals())

test.each<[string, unknown, string]>([
  ['launchDarkly', launchDarkly, 'Cannot boot Launch Darkly: client side id is not set!'],
  ['collector', collector, 'Telltale cannot start. Set url of collector({ url }) to where batches are posted.'],
  ['intercom', intercom, 'Telltale cannot start. Set appId of intercom({ appId }) to the id of your workspace.'],
])('%s() without options says at start what to set', (_, part, sentence) => {
  expect(() => start(part)).toThrow(sentence)
})

test.each<[string, unknown, string, object]>([
  ['heap', heap, 'heap', { loaded: true, appid: 'p-1' }],
  ['datadog', datadog, 'DD_RUM', { addAction() {} }],
])('%s() without options takes the script of the page, as soon as that is there', async (_, part, name, script) => {
  const platform = fakePlatform()
  const destination = (part as () => DestinationPart)()(fakeHost(platform, { status: 'unknown', epoch: 'e-1' }))
  let isReady = false
  void destination.whenReady?.(new AbortController().signal).then(() => (isReady = true))
  await platform.clock.advance(1_000)
  expect(isReady).toBe(false)
  vi.stubGlobal(name, script)
  await platform.clock.advance(5_000)
  expect(isReady).toBe(true)
  destination.stop()
})
