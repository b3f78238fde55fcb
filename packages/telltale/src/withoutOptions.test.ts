import { afterEach, expect, test, vi } from 'vitest'
import type { DestinationPart } from './events/destinations/destination.ts'
import { collector } from './collector.ts'
import { datadog } from './datadog.ts'
import { flagSource } from './flag-source.ts'
import { launchDarkly } from './flags.ts'
import { heap } from './heap.ts'
import { injectedClient } from './injected.ts'
import { intercom } from './intercom.ts'
import { ofrep } from './ofrep.ts'
import { fakeHost } from './testing/fakeHost.ts'
import { fakePlatform } from './testing/fakePlatform.ts'

// JavaScript has no compiler that asks for options.

type Host = ReturnType<typeof fakeHost>
type Factory = (options?: never) => ((host: Host) => unknown) | DestinationPart

function start(factory: unknown) {
  const part = (factory as Factory)()
  return typeof part === 'function' ? part(fakeHost(fakePlatform())) : part.start?.(fakeHost(fakePlatform()))
}

afterEach(() => vi.unstubAllGlobals())

test.each<[string, unknown, string]>([
  ['launchDarkly', launchDarkly, 'Cannot boot Launch Darkly: client side id is not set!'],
  ['flagSource', flagSource, 'Telltale cannot start. flagSource needs a name. (T160)'],
  ['ofrep', ofrep, 'Telltale cannot start. Set url of ofrep() to the address of the server. (T167)'],
  ['injectedClient', injectedClient, 'Cannot boot Launch Darkly: no client is given to injectedClient(). (T36)'],
  ['collector', collector, 'Telltale cannot start. Set url of collector({ url }) to where batches are posted. (T28)'],
  ['intercom', intercom, 'Telltale cannot start. Set appId of intercom({ appId }) to the id of your workspace. (T30)'],
])('%s() without options says at start what to set', (_, part, sentence) => {
  expect(() => start(part)).toThrow(sentence)
})

test.each<[string, unknown, string, object]>([
  ['heap', heap, 'heap', { loaded: true, appid: 'p-1' }],
  ['datadog', datadog, 'DD_RUM', { addAction() {} }],
])('%s() without options takes the script of the page, as soon as that is there', async (_, part, name, script) => {
  const platform = fakePlatform()
  const host = fakeHost(platform, { status: 'unknown', reason: 'signed-out', epoch: 'e-1' })
  const destination = (part as () => Required<DestinationPart>)().start(host)
  let isReady = false
  void destination.whenReady?.(new AbortController().signal).then(() => (isReady = true))
  await platform.clock.advance(1_000)
  expect(isReady).toBe(false)
  vi.stubGlobal(name, script)
  await platform.clock.advance(5_000)
  expect(isReady).toBe(true)
  destination.stop()
})
