import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { intercom } from '../../adapters/intercom.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { launchDarkly } from '../../flags.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import type { Telltale } from '../createTelltale.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const api = { production: 'https://a', staging: 'https://b', sandbox: 'https://c' }
const UNSET = 'The promotion level was read before it was set: set promotion to production or staging or sandbox. (T44)'

const open: Telltale[] = []
afterEach(() => open.splice(0).forEach((layer) => layer.close()))

function start(settings: Partial<Settings> = {}, disk = fakeDisk()) {
  const collected: (AnalyticsEvent & { app: object })[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.endsWith('/who-am-i')) return { status: 200, body: { unique_identity: 'ida', user_name: 'Ida Berg' } }
    const { events = [], app } = readBatch(body) as { events?: AnalyticsEvent[]; app: object }
    collected.push(...events.map((event) => ({ ...event, app })))
    return { status: 202 }
  }, disk)
  const destinations = [collector({ url: 'https://collect.test/' })]
  const layer = createTelltaleAtOnce({ app: 'Rental Desk', destinations, ...settings }, platform)
  open.push(layer)
  const owners = () => collected.map(({ name, identity: { id } }) => [name, id])
  const statuses: string[] = []
  layer.identity.current.subscribe(({ status }) => statuses.push(status))
  return { layer, platform, collected, owners, statuses, advance: platform.clock.advance }
}

describe('the least settings', () => {
  it('the name, one API and a token are enough for who-am-i', async () => {
    const { layer, platform, collected, advance } = start({ api: 'https://api.test/', auth: { token: () => TOKEN } })
    layer.track('Quote sent')
    await advance(1_000)
    expect(platform.transport.requests[0]?.url).toBe('https://api.test/who-am-i')
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Ida Berg' })
    expect(collected.map(({ name, identity, app }) => ({ name, identity, app }))).toEqual(
      ['Load - App - Rental Desk - Browser', 'Quote sent'].map((name) => ({
        name,
        identity: { id: 'ida' },
        app: { name: 'Rental Desk', platform: 'web' },
      })),
    )
    expect(platform.logged).toEqual([])
  })

  it('one project is part of the address', async () => {
    const { platform, advance } = start({ api: 'https://api.test', projects: 'p/1', auth: { token: () => TOKEN } })
    await advance(1)
    expect(platform.transport.requests[0]?.url).toBe('https://api.test/project/p%2F1/who-am-i')
  })

  it.each<[string, Partial<Settings>]>([
    ['api', { api, auth: { token: () => TOKEN } }],
    ['the address of a collector', { destinations: [collector({ url: api })] }],
    ['the id of a workspace', { messaging: vendorDestination(intercom({ appId: api, instance: () => undefined })) }],
    ['an address of the flag service', { flags: launchDarkly({ clientSideId: 'env', baseUrl: api }) }],
  ])('the promotion level is required when %s differs by level', (_title, settings) => {
    expect(() => start(settings)).toThrow(`Telltale cannot start. ${UNSET}`)
    expect(() => start({ ...settings, promotion: 'staging' })).not.toThrow()
  })
})

describe('an application that knows its users', () => {
  it('the person of the settings is known at once', () => {
    const { layer } = start({ identity: { person: () => ({ unique_identity: 'ida', user_name: 'Ida Berg' }) } })
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Ida Berg' })
  })

  it('events wait until the application says who is signed in, and are that person’s', async () => {
    const { layer, owners, advance } = start()
    layer.track('Early')
    await advance(5_000)
    expect(layer.identity.current.get().status).toBe('resolving')
    expect(owners()).toEqual([])
    layer.identify({ unique_identity: 'ida' })
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    await advance(1_000)
    expect(owners()).toEqual([
      ['Load - App - Rental Desk - Browser', 'ida'],
      ['Early', 'ida'],
    ])
  })

  it('events of one person are never put down to the next', async () => {
    const { layer, owners, advance } = start()
    for (const person of [{ unique_identity: 'ida' }, null, { unique_identity: 'otto' }]) {
      layer.identify(person)
      layer.track('Quote sent')
    }
    layer.identity.reset()
    layer.track('Quote sent')
    await advance(1_000)
    expect(owners().filter(([name]) => name === 'Quote sent')).toEqual([
      ['Quote sent', 'ida'],
      ['Quote sent', undefined],
      ['Quote sent', 'otto'],
      ['Quote sent', undefined],
    ])
  })

  it('a session that is not ready is read again once a second, and at a refresh', async () => {
    const session: { person?: { unique_identity: string } | null } = {}
    const { layer, advance } = start({ identity: { person: () => session.person } })
    session.person = null
    await advance(999)
    expect(layer.identity.current.get().status).toBe('resolving')
    await advance(1)
    expect(layer.identity.current.get().status).toBe('unknown')
    session.person = { unique_identity: 'ida' }
    await advance(10_000)
    expect(layer.identity.current.get().status).toBe('unknown')
    await layer.identity.refresh()
    expect(layer.identity.current.get().status).toBe('known')
  })

  it('a person who is still not known after ten seconds is reported once, however often the layer was asked', async () => {
    const { layer, platform, advance } = start()
    layer.identify(undefined)
    void layer.identity.refresh()
    await advance(9_999)
    expect(platform.logged).toEqual([])
    await advance(60_000)
    expect(platform.logged).toEqual([
      'Telltale (identity): The user is not known yet: auth.token or identity.person returns undefined or a pending promise, or telltale.identify was not called. (T56)',
    ])
  })

  it('`identify` wins over `identity.person`, which is said once, and not in production', async () => {
    for (const promotion of ['sandbox', 'production'] as const) {
      const platform = fakePlatform()
      const person = () => ({ unique_identity: 'ida' })
      const layer = createTelltaleAtOnce({ app: 'Desk', promotion, identity: { person } }, platform)
      layer.identify({ unique_identity: 'otto' })
      layer.identify({ unique_identity: 'otto' })
      await layer.identity.refresh()
      expect(layer.identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
      expect(platform.logged).toEqual(
        promotion === 'production'
          ? []
          : [expect.stringMatching(/^Telltale \(identify\): identify\(\) replaces .*\(T151\)$/)],
      )
      layer.close()
    }
  })

  it('after a logout nobody is signed in until the application says so', async () => {
    const { layer } = start()
    layer.identify({ unique_identity: 'ida' })
    layer.identity.reset()
    await layer.identity.refresh()
    expect(layer.identity.current.get().status).toBe('unknown')
    layer.identify({ unique_identity: 'ida' })
    expect(layer.identity.current.get().status).toBe('known')
  })

  it('other data of the same person begins no new period, and impersonation begins one', () => {
    const { layer } = start()
    const epochs = [
      { unique_identity: 'ida' },
      { unique_identity: 'ida', user_name: 'Ida Berg' },
      { unique_identity: 'ida', user_name: 'Ida Berg', mimic_user: 'sam@support.example' },
    ].map((person) => {
      layer.identify(person)
      return layer.identity.current.get()
    })
    expect(epochs[1]).toMatchObject({ epoch: epochs[0]?.epoch, displayIdentity: 'Ida Berg' })
    expect(epochs[2]).toMatchObject({ impersonator: 'sam@support.example' })
    expect(epochs[2]?.epoch).not.toBe(epochs[0]?.epoch)
  })

  it.each<[string, () => unknown]>([
    ['without an id', () => ({ user_name: 'Ida' })],
    ['that is a promise', () => Promise.reject(new Error('ida@example.com'))],
    ['that is a text', () => 'ida'],
    ['whose id JavaScript has rounded', () => ({ unique_identity: 2 ** 53 })],
    ['whose id is not a number', () => ({ unique_identity: Number.NaN })],
  ])('a person %s is reported without the personal data, and the user is unknown', (_title, person) => {
    const { layer, platform } = start()
    layer.identify(person() as never)
    expect(layer.identity.current.get().status).toBe('unknown')
    expect(platform.logged).toEqual([
      'useHeaperIdentity() error: the user is unknown: a person needs a unique_identity: a text, or a safe integer (T58)',
    ])
  })

  it('after a function that throws, the identity is unknown, and its error is not repeated', () => {
    const person = () => {
      throw new Error('ida@example.com')
    }
    const { layer, platform } = start({ identity: { person } })
    expect(layer.identity.current.get().status).toBe('unknown')
    expect(platform.logged).toEqual([
      'useHeaperIdentity() error: the user is unknown: identity.person has thrown (T57)',
    ])
  })

  it('an event of a page that was left keeps its owner on the next page', async () => {
    const disk = fakeDisk()
    const first = start({ destinations: [collector({ url: 'https://collect.test/' })] }, disk)
    first.layer.identify({ unique_identity: 'ida' })
    first.layer.track('Quote sent')
    first.layer.close()
    const second = start({}, disk)
    second.layer.identify({ unique_identity: 'otto' })
    await second.advance(1_000)
    expect(second.owners()).toContainEqual(['Quote sent', 'ida'])
  })

  it('where who-am-i says who is signed in, identify is reported and ignored', async () => {
    const { layer, platform, advance } = start({ api: 'https://api.test/', auth: { token: () => TOKEN } })
    layer.identify({ unique_identity: 'otto' })
    await advance(1)
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    expect(platform.logged).toEqual([expect.stringContaining('Telltale (identify): The call was ignored: who-am-i')])
  })
})
