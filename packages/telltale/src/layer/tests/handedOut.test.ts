import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { ObservedLayer, Observer } from '../../core/observer.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const TOPICS = ['call', 'event', 'exposure', 'progress', 'attempt', 'problem'] as const
const PERSON = { unique_identity: 'ida', roles: ['admin'], of: { depot: { id: 3 } } }
const FLAGS = {
  pricing: { value: { tiers: [{ name: 'new' }] }, version: 1, variation: 0, reason: { kind: 'FALLTHROUGH' } },
}

interface World {
  disk?: ReturnType<typeof fakeDisk>
  whoAmI?: FakeAnswer | Promise<FakeAnswer>
  settings?: Partial<Settings>
}

/** A page on which each opening of the library has code of the application. `given` is what that code has been given, by opening. */
function openPage({ disk = fakeDisk(), whoAmI = { status: 200, body: PERSON }, settings = {} }: World = {}) {
  const given: (readonly [opening: string, value: unknown])[] = []
  const take = (opening: string, value: unknown) => void given.push([opening, value])
  const sent: AnalyticsEvent[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/who-am-i')) return whoAmI
    if (url.includes('collect.test')) sent.push(...readBatch(body).events)
    return { status: 200, body: url.includes('/sdk/') ? FLAGS : {} }
  }, disk)
  let layer: ObservedLayer | undefined
  const observer: Observer = {
    name: 'own observer',
    start(observed) {
      layer = observed
      for (const topic of TOPICS) observed.on(topic, (message) => take(`observer: ${topic}`, message))
      return () => {}
    },
  }
  const vendor = vendorDestination({
    name: 'own vendor',
    start: () => ({
      name: 'own vendor',
      isLoaded: () => true,
      isMissing: () => false,
      identify: (who) => take('vendor: identify', who),
      track: (event) => take('vendor: track', event),
      reset() {},
    }),
  })
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      api: 'https://api.test',
      auth: { token: () => TOKEN },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      analytics: vendor,
      destinations: [collector({ url: 'https://collect.test/' })],
      observers: [observer],
      events: {
        steps: [
          {
            name: 'own step',
            enrich: (call) => (take('step: enrich', call), { properties: { place: { yards: [1] } } }),
            process: (event) => (take('step: process', event), event),
          },
        ],
      },
      ...settings,
    },
    platform,
  )
  const readAll = () => {
    take('identity.current', telltale.identity.current.get())
    take('observer: identity.confirmed', layer?.identity.confirmed.get())
    take('flags.allFlags', telltale.flags.allFlags())
    take('observer: flags.allFlags', layer?.flags.allFlags())
    take('observer: flags.getFlag', layer?.flags.getFlag('pricing'))
    take('diagnostics', telltale.diagnostics.get())
  }
  return { platform, telltale, given, readAll, sent, disk }
}

/** The paths of all objects and lists of a value that can be changed. */
function changeable(value: unknown, path = ''): string[] {
  // Only the controller of a signal changes it.
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return []
  const inner = Object.entries(value).flatMap(([name, one]) => changeable(one, `${path}.${name}`))
  return Object.isFrozen(value) ? inner : [path || 'itself', ...inner]
}

const changeableIn = (given: ReturnType<typeof openPage>['given']) => [
  ...new Set(
    given.flatMap(([opening, value]) =>
      // A vendor has a copy of its own. What the application has passed to `track` is the application's.
      (opening === 'vendor: track' ? [] : changeable(value))
        .filter((path) => !(opening === 'observer: call' && path.startsWith('.given')))
        .map((path) => `${opening} ${path}`),
    ),
  ),
]

describe('what code of the application is given cannot be changed at any depth', () => {
  it('what code of the application is given cannot be changed at any depth while a person is known', async () => {
    const { telltale, platform, given, readAll } = openPage()
    await platform.clock.advance(1_000)
    telltale.track('Quote sent', { lines: [{ price: 5 }] }, { messaging: true })
    telltale.flags.variation('pricing', {})
    readAll()
    await platform.clock.advance(10_000)
    readAll()
    const openings = new Set(given.map(([opening]) => opening))
    expect([...openings].sort()).toEqual(
      [
        ...['identity.current', 'observer: identity.confirmed', 'flags.allFlags', 'observer: flags.allFlags'],
        ...['observer: flags.getFlag', 'diagnostics', 'step: enrich', 'step: process'],
        ...['observer: call', 'observer: event', 'observer: exposure', 'observer: progress', 'observer: attempt'],
        ...['observer: problem', 'vendor: identify', 'vendor: track'],
      ].sort(),
    )
    expect(changeableIn(given)).toEqual([])
  })

  it.each<[string, World]>([
    ['a person is impersonated', { whoAmI: { status: 200, body: { ...PERSON, mimic_user: 'sam@telltale.test' } } }],
    ['who-am-i does not answer', { whoAmI: new Promise(() => {}) }],
    ['nobody is signed in', { settings: { auth: { token: () => undefined } } }],
    ['who-am-i refuses the token', { whoAmI: { status: 401 } }],
    [
      'the application says who is signed in',
      { settings: { api: undefined, auth: undefined, identity: { person: () => PERSON } } },
    ],
  ])('what code of the application is given cannot be changed at any depth while %s', async (_, world) => {
    const { telltale, platform, given, readAll } = openPage(world)
    await platform.clock.advance(1_000)
    telltale.track('Quote sent', { lines: [{ price: 5 }] })
    readAll()
    await platform.clock.advance(10_000)
    readAll()
    expect(changeableIn(given)).toEqual([])
  })

  it('what code of the application is given cannot be changed at any depth when an earlier page has left the event', async () => {
    const first = openPage({ whoAmI: new Promise(() => {}) })
    await first.platform.clock.advance(1_000)
    first.telltale.track('Quote sent', { lines: [{ price: 5 }] })
    await first.platform.clock.advance(1_000)
    first.telltale.close()
    const second = openPage({ disk: first.disk })
    await second.platform.clock.advance(120_000)
    second.readAll()
    expect(second.sent.map(({ name }) => name)).toContain('Quote sent')
    expect(changeableIn(second.given)).toEqual([])
  })

  it('the person that the application gives stays its own, and later changes of it have no effect', async () => {
    const person = { unique_identity: 'ida', roles: ['admin'] }
    const { telltale, platform, sent } = openPage({
      settings: { api: undefined, auth: undefined, identity: { person: () => person } },
    })
    await platform.clock.advance(1_000)
    person.roles.push('owner')
    person.unique_identity = 'otto'
    telltale.track('Quote sent')
    await platform.clock.advance(10_000)
    expect(telltale.identity.current.get()).toMatchObject({ person: { unique_identity: 'ida', roles: ['admin'] } })
    expect(sent.find(({ name }) => name === 'Quote sent')?.identity).toEqual({ id: 'ida' })
  })
})
