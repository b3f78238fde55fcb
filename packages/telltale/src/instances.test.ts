import { afterEach, expect, test, vi } from 'vitest'
import type { DestinationPart } from './events/destinations/destination.ts'
import { datadog } from './datadog.ts'
import { heap } from './heap.ts'
import { intercom } from './intercom.ts'
import { fakeHost } from './testing/fakeHost.ts'
import { fakePlatform } from './testing/fakePlatform.ts'

// The option `instance` of each vendor: the script, or a function that returns it.

type Make = (instance?: unknown) => Required<DestinationPart>

const VENDORS: readonly (readonly [name: string, of: string, make: Make])[] = [
  ['heap', 'heap', (instance) => heap({ instance } as never) as Required<DestinationPart>],
  ['datadog', 'DD_RUM', (instance) => datadog({ instance } as never) as Required<DestinationPart>],
  ['intercom', 'Intercom', (instance) => intercom({ appId: 'app', instance } as never) as Required<DestinationPart>],
]

/** A script of each vendor that has loaded. */
function scriptOf(name: string, calls: unknown[][] = []) {
  const call = (...parameters: unknown[]) => void calls.push(parameters)
  if (name === 'intercom') return Object.assign(call, { booted: true })
  const methods = ['identify', 'track', 'resetIdentity', 'setUser', 'clearUser', 'addAction']
  return { loaded: true, appid: 'p-1', ...Object.fromEntries(methods.map((method) => [method, call])) }
}

async function isReadyAfter(destination: Required<DestinationPart>, ms: number) {
  const platform = fakePlatform()
  const running = destination.start(fakeHost(platform, { status: 'unknown', reason: 'signed-out', epoch: 'e-1' }))
  let isReady = false
  void running.whenReady?.(new AbortController().signal).then(() => (isReady = true))
  await platform.clock.advance(ms)
  running.stop()
  return isReady
}

afterEach(() => vi.unstubAllGlobals())

test.each(VENDORS)('%s takes its script, and a function that returns it', async (name, _of, make) => {
  expect(await isReadyAfter(make(scriptOf(name)), 5_000)).toBe(true)
  expect(
    await isReadyAfter(
      make(() => scriptOf(name)),
      5_000,
    ),
  ).toBe(true)
  expect(
    await isReadyAfter(
      make(() => undefined),
      5_000,
    ),
  ).toBe(false)
})

test.each(VENDORS)('%s takes the script of the page when its instance is undefined or null', async (name, of, make) => {
  const [first, second] = [make(), make(null)]
  vi.stubGlobal(of, scriptOf(name))
  expect(await isReadyAfter(first, 5_000)).toBe(true)
  expect(await isReadyAfter(second, 5_000)).toBe(true)
})

test.each(
  VENDORS.flatMap(([name, , make]) => ['script', 5, true, 5n].map((instance) => [name, instance, make] as const)),
)('%s says at the start what its instance must be, when it is %s', (name, instance, make) => {
  expect(() => make(instance)).toThrow(
    `Telltale cannot start. Set instance of ${name}() to its script, or to a function that returns it. (T153)`,
  )
})

test('window.heap has a type', () => {
  const destination = heap({ instance: () => globalThis.window?.heap })
  expect(destination.name).toBe('heap')
})

test('intercom() does not take an object', () => {
  expect(() => intercom({ appId: 'app', instance: {} as never })).toThrow('Set instance of intercom() to its script')
})

test.each<[string, (calls: unknown[][]) => object]>([
  ['has loaded', (calls) => Object.assign((...parameters: unknown[]) => void calls.push(parameters), { booted: true })],
  ['takes arguments', (calls) => (method: string) => void calls.push([method])],
])('a messenger that is given itself, and %s, is never called without arguments', async (_, make) => {
  const calls: unknown[][] = []
  await isReadyAfter(intercom({ appId: 'app', instance: make(calls) as never }) as Required<DestinationPart>, 20_000)
  expect(calls.filter((parameters) => parameters.length === 0)).toEqual([])
})

test('a stub of the messenger that is on the page is replaced when the widget has loaded', async () => {
  const stub = Object.assign(() => {}, { q: [] })
  vi.stubGlobal('Intercom', stub)
  const destination = intercom({ appId: 'app', instance: stub }) as Required<DestinationPart>
  expect(await isReadyAfter(destination, 5_000)).toBe(false)
  vi.stubGlobal('Intercom', scriptOf('intercom'))
  expect(await isReadyAfter(destination, 5_000)).toBe(true)
})
