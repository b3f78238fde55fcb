import { describe, expect, it } from 'vitest'
import { heap, type HeapInstance } from './heap.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Impersonation } from '../events/destinations/destination.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeHeap } from '../testing/vendors/fakeHeap.ts'
import { heapSnippet, type HeapPage } from '../testing/vendors/heapSnippet.ts'

const ida = {
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ida' },
  name: 'Ida',
  displayIdentity: 'Ida',
} as const
const mimicked = { ...ida, displayIdentity: 'sam@x as Ida', impersonator: 'sam@x' }

function setUp(script: Partial<HeapInstance> | undefined, impersonation?: Impersonation, who: Identity = ida) {
  const host = fakeHost(fakePlatform(), who)
  const calls: unknown[] = []
  const problems: string[] = []
  host.bus.on('problem', ({ message, isError }) => isError && problems.push(message))
  const instance = script && {
    loaded: true,
    appid: 'p-1',
    identify: (identity: string) => calls.push(['identify', identity]),
    track: (name: string, properties: unknown) => calls.push([name, properties]),
    resetIdentity: () => calls.push('reset'),
    ...script,
  }
  const vendor = heap({ instance: () => instance, ...(impersonation && { impersonation }) }).start(host)
  return { host, vendor, calls, problems }
}

const event = (
  properties: AnalyticsEvent['properties'],
  name = 'Quote sent',
  impersonator?: string,
): AnalyticsEvent => ({
  ...{ page: 'page-1', n: 1 },
  id: '1',
  name,
  at: 0,
  url: '',
  properties,
  epoch: 'e',
  identity: { id: 'ida', ...(impersonator && { impersonator }) },
})

describe('Heap', () => {
  it.each<[string, Partial<HeapInstance> | undefined, boolean]>([
    ['is absent', undefined, false],
    ['is a stub', { loaded: false }, false],
    ['has loaded', {}, true],
    ['has loaded in its current version', { appid: undefined as never, envId: 'p-1' }, true],
  ])('Heap is loaded when its script reports it: the script %s', (_title, script, isLoaded) => {
    expect(setUp(script).vendor.isLoaded?.()).toBe(isLoaded)
  })

  it.each([4, 5] as const)('Heap with the snippet of version %i is loaded when its script has loaded', (version) => {
    const page: HeapPage = {}
    const { isLoaded } = heap({ instance: () => page.heap }).start(fakeHost(fakePlatform(), ida))
    expect(isLoaded?.()).toBe(false)
    heapSnippet(page, 'p-1', version)
    expect(isLoaded?.()).toBe(false)
    fakeHeap({ page })
    expect(isLoaded?.()).toBe(true)
  })

  it.each(['appid', 'envId'])(
    'a project id of Heap that is a number in %s equals the string with the same digits',
    (name) => {
      const { vendor, problems } = setUp({ appid: undefined as never, [name]: 1 }, { redirect: '1' }, mimicked)
      expect(vendor.isLoaded?.()).toBe(true)
      expect(problems).toEqual([])
    },
  )

  it('a Heap that names no project is reported once, and gets the events', () => {
    const { vendor, problems } = setUp({ appid: undefined as never })
    expect([vendor.isLoaded?.(), vendor.isLoaded?.()]).toEqual([true, true])
    expect(new Set(problems)).toEqual(
      new Set(['Heap names no analytics project, but p-1 is expected: events go to the project of its script. (T154)']),
    )
  })

  it('a Heap that names no project is not reported when the settings have no projects', () => {
    const plain = fakeHost(fakePlatform(), ida)
    const host = { ...plain, app: { ...plain.app, projectId: undefined } }
    const problems: unknown[] = []
    host.bus.on('problem', (problem) => problems.push(problem))
    const script = { loaded: true, identify() {}, track() {}, resetIdentity() {} }
    expect(heap({ instance: script }).start(host).isLoaded?.()).toBe(true)
    expect(problems).toEqual([])
  })

  it('Heap is missing while its script has not loaded, and not missing when it has loaded with another project', () => {
    expect(setUp(undefined).vendor.isMissing?.()).toBe(true)
    expect(setUp({ loaded: false }).vendor.isMissing?.()).toBe(true)
    expect(setUp({ appid: 'p-other' }).vendor.isMissing?.()).toBe(false)
  })

  it('Heap with another project than the expected one is an error and gets no events', () => {
    const { vendor, problems } = setUp({ appid: 'p-other' })
    expect(vendor.isLoaded?.()).toBe(false)
    expect(problems).toEqual([
      'The analytics project is p-other, but p-1 is expected: load Heap with that project id. (T77)',
    ])
  })

  it('Heap may have any project when the settings have none', () => {
    const { host, problems } = setUp({})
    const { isLoaded } = heap({ instance: () => ({ loaded: true, appid: 'p-1' }) as HeapInstance }).start({
      ...host,
      app: { ...host.app, promotion: 'only', projectId: undefined },
    })
    expect(isLoaded?.()).toBe(true)
    expect(problems).toEqual([])
  })

  it('with the redirect option, Heap must have another project while a user is impersonated', () => {
    const redirect = { redirect: 'p-support' }
    expect(setUp({}, redirect, mimicked).vendor.isLoaded?.()).toBe(false)
    expect(setUp({ appid: 'p-support' }, redirect, mimicked).vendor.isLoaded?.()).toBe(true)
    expect(setUp({ appid: 'p-support' }, redirect, ida).vendor.isLoaded?.()).toBe(false)
  })

  it('the stub of Heap is asked once to call back when the script has loaded, however often the layer looks', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-1')
    const { isLoaded } = heap({ instance: () => page.heap }).start(fakeHost(fakePlatform(), ida))
    for (let turn = 0; turn < 3; turn += 1) expect(isLoaded?.()).toBe(false)
    expect(page.heapReadyCb?.map(({ name }) => name)).toEqual(['onReady'])
  })

  it.each<[string, Partial<HeapInstance>, boolean | undefined, boolean | undefined]>([
    ['the classic script that has identified the user', { identity: 'ida' }, true, true],
    ['the classic script that has identified another user', { identity: 'otto' }, false, true],
    ['the classic script that has identified no user', { identity: null }, false, false],
    ['the current script that has identified the user', { getIdentity: () => 'ida' }, true, true],
    ['the current script that has identified another user', { getIdentity: () => 'otto' }, false, true],
    ['the current script that has identified no user', { getIdentity: () => null }, false, false],
    ['the current script whose user is undefined', { getIdentity: () => undefined }, false, false],
    ['a script that does not give its user', {}, undefined, undefined],
  ])('Heap has the user or another one as its script says: %s', (_, script, isUser, isAny) => {
    const { vendor } = setUp(script)
    expect([vendor.remembers?.(ida), vendor.remembers?.()]).toEqual([isUser, isAny])
  })

  it('Heap identifies a person by the unique identity, and an impersonated person as a separate user', () => {
    const { vendor, calls } = setUp({})
    vendor.identify(ida)
    vendor.identify(mimicked)
    expect(calls).toEqual([
      ['identify', 'ida'],
      ['identify', 'sam@x as Ida'],
    ])
  })

  it('Heap gets only properties that it accepts, within its limits', () => {
    const { vendor, calls } = setUp({})
    vendor.track(event({ total: 3, rush: true, note: 'x'.repeat(2_000), items: [1], none: null }, 'n'.repeat(300)))
    expect(calls).toEqual([['n'.repeat(255), { total: 3, rush: true, note: 'x'.repeat(1_023), items: '[1]' }]])
  })

  it('Heap gets the impersonator as a property', () => {
    const { vendor, calls } = setUp({})
    vendor.track(event({}, 'Quote sent', 'sam@x'))
    expect(calls).toEqual([['Quote sent', { impersonator: 'sam@x' }]])
  })
})
