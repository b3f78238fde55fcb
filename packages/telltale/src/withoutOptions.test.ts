import { afterEach, expect, test, vi } from 'vitest'
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
  ['datadog', datadog, 'DD_RUM', {}],
])('%s() without options takes the script of the page, as soon as that is there', (_, part, name, script) => {
  const vendor = start(part) as { isLoaded(): boolean }
  expect(vendor.isLoaded()).toBe(false)
  vi.stubGlobal(name, script)
  expect(vendor.isLoaded()).toBe(true)
})
