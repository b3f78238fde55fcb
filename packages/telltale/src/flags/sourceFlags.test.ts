import { expect, test } from 'vitest'
import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { INTERVAL_MS, jsonSource } from './jsonSource.suite.ts'
import type { CreateFlagSource } from './flagSource.ts'
import { createSourceFlags, type FlagSourceOptions } from './sourceFlags.ts'

/** A back end with flags by user, which every page of the browser asks. */
function backEnd() {
  const values: Record<string, Record<string, unknown>> = { ann: { plan: 'pro', size: 1 }, bob: { plan: 'free' } }
  const urls: string[] = []
  return {
    values,
    urls,
    answer: undefined as FakeAnswer | undefined,
    serve(url: string, tag: string | undefined): FakeAnswer {
      urls.push(url)
      if (this.answer) return this.answer
      const body = JSON.stringify(values[new URL(url).searchParams.get('user') ?? ''] ?? {})
      if (tag === body) return { status: 304 }
      return { status: 200, headers: { etag: body, 'content-type': 'application/json' }, body }
    },
  }
}

interface Page {
  service?: ReturnType<typeof backEnd>
  disk?: FakeDisk
  more?: Partial<FlagSourceOptions>
  person?: string
}

const sharing = ({ tabs, channel = () => undefined }: FakePlatform) => ({ tabs, channel })

/** A page whose layer has the flags of a JSON endpoint. */
function openPage({ service = backEnd(), disk = fakeDisk(), more = {}, person = 'ann' }: Page = {}) {
  const platform = fakePlatform(({ url, headers }) => service.serve(url, headers?.['If-None-Match']), disk)
  const { clock, settle, leave } = platform
  const exposures: Topics['exposure'][] = []
  const problems: string[] = []
  let signedIn = person
  function observe({ bus }: Host) {
    bus.on('exposure', (exposure) => exposures.push(exposure))
    bus.on('problem', ({ message }) => problems.push(message))
    return () => {}
  }
  const flags = createSourceFlags(
    { name: 'json', create: jsonSource('https://flags.test/', { http: createHttp(platform), clock }), ...more },
    sharing(platform),
  )
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: signedIn }) },
      flags: {
        ...flags,
        start(host: Host) {
          observe(host)
          return flags.start(host)
        },
      } as never,
    },
    platform,
  )
  async function signIn(next: string) {
    signedIn = next
    await telltale.identity.refresh()
    await settle()
  }
  return { telltale, service, disk, clock, settle, leave, signIn, exposures, problems }
}

test('a source of another protocol has its flags in a layer, with exposures and readiness', async () => {
  const { telltale, settle, exposures } = openPage()
  expect(telltale.flags.status.get()).toBe('initialising')
  await settle()
  expect(telltale.flags.status.get()).toBe('live')
  expect(telltale.flags.variation('plan', 'none')).toBe('pro')
  expect(telltale.flags.allFlags()).toEqual({ plan: 'pro', size: 1 })
  expect(exposures).toMatchObject([{ key: 'plan', flag: { value: 'pro' } }])
})

test('a change reaches the listener of its flag alone, while there is one', async () => {
  const { telltale, service, clock, settle } = openPage()
  await settle()
  await clock.advance(3 * INTERVAL_MS)
  expect(service.urls).toHaveLength(1)
  const changes: string[] = []
  const unsubscribe = telltale.flags.watch('plan', () => changes.push('plan'))
  telltale.flags.watch('size', () => changes.push('size'))
  await settle()
  service.values['ann'] = { plan: 'team', size: 1 }
  await clock.advance(INTERVAL_MS)
  expect(changes).toEqual(['plan'])
  expect(telltale.flags.variation('plan', 'none')).toBe('team')
  unsubscribe()
  telltale.close()
  const before = service.urls.length
  await clock.advance(3 * INTERVAL_MS)
  expect(service.urls).toHaveLength(before)
})

test('a source that patches one flag changes it, and ignores an older version', async () => {
  let patch: Parameters<NonNullable<ReturnType<CreateFlagSource>['follow']>>[0]['patch'] = () => {}
  const create: CreateFlagSource = () => ({
    fetch: async () => ({ flags: { plan: { value: 'pro', version: 2 }, size: { value: 1 } } }),
    follow: (on) => void (patch = on.patch),
  })
  const { telltale, settle } = openPage({ more: { create, streaming: true } })
  await settle()
  patch('plan', { value: 'old', version: 1 })
  patch('size', { value: 2 })
  expect(telltale.flags.allFlags()).toEqual({ plan: 'pro', size: 2 })
  patch('plan', { value: 'team', version: 3 })
  expect(telltale.flags.variation('plan', 'none')).toBe('team')
})

test('another user has flags of their own, and no request or timer of the earlier user is left', async () => {
  const { telltale, service, clock, settle, signIn } = openPage({ more: { streaming: true } })
  await settle()
  await signIn('bob')
  expect(telltale.flags.allFlags()).toEqual({ plan: 'free' })
  service.urls.length = 0
  await clock.advance(INTERVAL_MS)
  expect(service.urls).toEqual(['https://flags.test/?user=bob'])
})

test('a failure is repeated after growing delays, and counts as failed after three requests', async () => {
  const service = backEnd()
  service.answer = { status: 503 }
  const { telltale, clock, settle, problems } = openPage({ service })
  await settle()
  expect(telltale.flags.status.get()).toBe('initialising')
  await clock.advance(5_000)
  expect(service.urls.length).toBeGreaterThanOrEqual(3)
  expect(telltale.flags.status.get()).toBe('failed')
  expect(problems).toEqual(['The flags could not be fetched: 503'])
  expect(telltale.flags.variation('plan', 'none')).toBe('none')
  service.answer = undefined
  await clock.advance(60_000)
  expect(telltale.flags.status.get()).toBe('live')
  expect(telltale.flags.variation('plan', 'none')).toBe('pro')
})

test('a permanent failure counts at once, and is not repeated', async () => {
  const service = backEnd()
  service.answer = { status: 404 }
  const { telltale, clock, settle } = openPage({ service })
  await settle()
  expect(telltale.flags.status.get()).toBe('failed')
  await clock.advance(600_000)
  expect(service.urls).toHaveLength(1)
})

test('a page that starts offline has the flags of the earlier visit of its user', async () => {
  const first = openPage()
  await first.settle()
  first.leave()
  const service = backEnd()
  service.answer = 'network'
  const { telltale, settle } = openPage({ service, disk: first.disk })
  expect(telltale.flags.status.get()).toBe('cached')
  expect(telltale.flags.variation('plan', 'none')).toBe('pro')
  await settle()
  expect(openPage({ service, disk: first.disk, person: 'bob' }).telltale.flags.allFlags()).toEqual({})
  const other = openPage({ service, disk: first.disk, more: { name: 'other' } })
  expect(other.telltale.flags.allFlags()).toEqual({})
})

test('the flags of a bootstrap are in force without a request', () => {
  const { telltale, service } = openPage({ more: { bootstrap: { plan: 'given' } } })
  expect(telltale.flags.variation('plan', 'none')).toBe('given')
  expect(telltale.flags.bootstrapFlag('plan')?.value).toBe('given')
  expect(service.urls).toEqual([])
})

test('one tab follows the source for all tabs of the browser', async () => {
  const service = backEnd()
  const disk = fakeDisk()
  const pages = [openPage({ service, disk }), openPage({ service, disk })]
  for (const { telltale, settle } of pages) {
    telltale.flags.watch('plan', () => {})
    await settle()
  }
  service.urls.length = 0
  service.values['ann'] = { plan: 'team' }
  for (const { clock } of pages) await clock.advance(INTERVAL_MS)
  for (const { settle } of pages) await settle()
  expect(service.urls).toHaveLength(1)
  expect(pages.map(({ telltale }) => telltale.flags.variation('plan', 'none'))).toEqual(['team', 'team'])
})

test.each<[create: CreateFlagSource, problem: string]>([
  [
    () => {
      throw new Error('no')
    },
    'The flag source "json" threw an error: Error: no (T163)',
  ],
  [() => ({ fetch: () => Promise.reject(new Error('no')) }), 'The flag source "json" threw an error: Error: no (T163)'],
  [() => ({ fetch: async () => undefined as never }), 'The flag source "json" answered without flags. (T162)'],
  [() => ({ fetch: async () => ({ flags: 1 as never }) }), 'The flag source "json" answered without flags. (T162)'],
  [() => ({ fetch: () => new Promise(() => {}) }), 'The flag source "json" does not answer. (T164)'],
])('a source that is wrong counts as failed, and the problem is reported: %#', async (create, problem) => {
  const { telltale, clock, problems } = openPage({ more: { create } })
  await clock.advance(60_000)
  expect(telltale.flags.status.get()).toBe('failed')
  expect(problems).toEqual([problem])
})

test('the values of a source are copies', async () => {
  const list = ['a']
  const create: CreateFlagSource = () => ({ fetch: async () => ({ flags: { list: { value: list } } }) })
  const { telltale, settle } = openPage({ more: { create } })
  await settle()
  expect(telltale.flags.variation('list', [] as string[])).toEqual(['a'])
  list.push('b')
  expect(telltale.flags.variation('list', [] as string[])).toEqual(['a'])
})

test.each([
  [undefined, 'Telltale cannot start. flagSource needs a name. (T160)'],
  [{ name: ' ' }, 'Telltale cannot start. flagSource needs a name. (T160)'],
  [{ name: 'a' }, 'Telltale cannot start. flagSource needs a function, create, that returns a source. (T161)'],
  [
    { name: 'a', create: () => ({}), kind: 'a b' },
    'Telltale cannot start. kind must consist of letters, digits, ".", "_" and "-". (T37)',
  ],
])('with the options %j, flagSource throws', (options, message) => {
  expect(() => createSourceFlags(options as never, sharing(fakePlatform()))).toThrow(message)
})
