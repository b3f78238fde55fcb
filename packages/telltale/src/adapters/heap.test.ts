import { describe, expect, it } from 'vitest'
import type { Impersonation } from '../events/impersonation.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeHeap } from '../testing/vendors/fakeHeap.ts'
import { heapSnippet, type HeapPage } from '../testing/vendors/heapSnippet.ts'
import { heap, type HeapInstance } from './heap.ts'

const ida = { status: 'known', epoch: 'e', person: { unique_identity: 'ida' }, displayIdentity: 'Ida' } as const
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
  const vendor = heap({ instance: () => instance, ...(impersonation && { impersonation }) })(host)
  return { host, vendor, calls, problems }
}

const event = (
  properties: AnalyticsEvent['properties'],
  name = 'Quote sent',
  impersonator?: string,
): AnalyticsEvent => ({
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
  ])('is loaded when its script says so: it %s', (_title, script, isLoaded) => {
    expect(setUp(script).vendor.isLoaded()).toBe(isLoaded)
  })

  it.each([4, 5] as const)('with the snippet of version %i is loaded when its script has come', (version) => {
    const page: HeapPage = {}
    const { isLoaded } = heap({ instance: () => page.heap })(fakeHost(fakePlatform(), ida))
    expect(isLoaded()).toBe(false)
    heapSnippet(page, 'p-1', version)
    expect(isLoaded()).toBe(false)
    fakeHeap({ page })
    expect(isLoaded()).toBe(true)
  })

  it.each(['appid', 'envId'])('with a project id that is a number in %s has the project of the same digits', (name) => {
    const { vendor, problems } = setUp({ appid: undefined as never, [name]: 1 }, { redirect: '1' }, mimicked)
    expect(vendor.isLoaded()).toBe(true)
    expect(problems).toEqual([])
  })

  it('is missing while its script has not loaded, and not when it has loaded with another project', () => {
    expect(setUp(undefined).vendor.isMissing?.()).toBe(true)
    expect(setUp({ loaded: false }).vendor.isMissing?.()).toBe(true)
    expect(setUp({ appid: 'p-other' }).vendor.isMissing?.()).toBe(false)
  })

  it('of another project than the expected one is an error and gets nothing', () => {
    const { vendor, problems } = setUp({ appid: 'p-other' })
    expect(vendor.isLoaded()).toBe(false)
    expect(problems).toEqual(['The analytics project is p-other, but p-1 is expected: load Heap with that project id.'])
  })

  it('gets nothing, and it is no error, while it is not known yet which project is expected', () => {
    const { host, problems } = setUp({})
    const { isLoaded } = heap({ instance: () => ({ loaded: true, appid: 'p-1' }) as HeapInstance })({
      ...host,
      projectId: () => undefined,
    })
    expect(isLoaded()).toBe(false)
    expect(problems).toEqual([])
  })

  it('is expected to be another project while somebody is impersonated, if so set', () => {
    const redirect = { redirect: 'p-support' }
    expect(setUp({}, redirect, mimicked).vendor.isLoaded()).toBe(false)
    expect(setUp({ appid: 'p-support' }, redirect, mimicked).vendor.isLoaded()).toBe(true)
    expect(setUp({ appid: 'p-support' }, redirect, ida).vendor.isLoaded()).toBe(false)
  })

  it('knows a person by the unique identity, and an impersonated one as somebody else', () => {
    const { vendor, calls } = setUp({})
    vendor.identify(ida)
    vendor.identify(mimicked)
    expect(calls).toEqual([
      ['identify', 'ida'],
      ['identify', 'sam@x as Ida'],
    ])
  })

  it('gets properties that it can take, within its limits', () => {
    const { vendor, calls } = setUp({})
    vendor.track(event({ total: 3, rush: true, note: 'x'.repeat(2_000), items: [1], none: null }, 'n'.repeat(300)))
    expect(calls).toEqual([['n'.repeat(255), { total: 3, rush: true, note: 'x'.repeat(1_023), items: '[1]' }]])
  })

  it('is told who impersonates', () => {
    const { vendor, calls } = setUp({})
    vendor.track(event({}, 'Quote sent', 'sam@x'))
    expect(calls).toEqual([['Quote sent', { impersonator: 'sam@x' }]])
  })
})
