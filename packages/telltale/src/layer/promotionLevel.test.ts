import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../adapters/collector.ts'
import { intercom } from '../adapters/intercom.ts'
import { vendorDestination } from '../events/vendorDestination.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Promotion } from '../core/model/promotion.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../testing/fakePlatform.ts'
import type { Telltale } from './createTelltale.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from './settings.ts'

const tokenOf = (name: string) => name.padEnd(36, '-')
const UNSET =
  'Telltale (settings): The promotion level was read before it was set: set promotion to production or staging or sandbox. (T44)'

let telltale: Telltale | undefined
afterEach(() => telltale?.close())

function start(promotion: Settings['promotion'], more: Partial<Settings> = {}, disk = fakeDisk()) {
  const platform = fakePlatform(({ url, headers = {} }) => {
    if (url.includes('/sdk/evalx/')) return { status: 200, body: { 'new-pricing': { value: true, version: 1 } } }
    if (url.includes('/sdk/goals/')) return { status: 200, body: [] }
    if (!url.includes('who-am-i')) return { status: 202 }
    return {
      status: 200,
      body: { unique_identity: (headers['Authorization'] ?? '').replace(/Bearer |-/g, ''), user_id: 'u-1' },
    }
  }, disk)
  const session = { token: tokenOf('ann') as string | undefined }
  const layer = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      ...(promotion && { promotion }),
      auth: { token: () => session.token },
      flags: launchDarkly({ clientSideId: 'env' }),
      destinations: [collector({ url: 'https://collect.test' })],
      ...more,
    },
    platform,
  )
  telltale = layer
  const collected = (): AnalyticsEvent[] =>
    platform.transport.requests
      .filter(({ url }) => url.includes('collect'))
      .flatMap(({ body }) => (JSON.parse(body ?? '{}') as { events: AnalyticsEvent[] }).events)
  const ownerOf = (name: string) => collected().find((event) => event.name === name)?.identity
  return { layer, platform, session, ownerOf }
}

describe('while the promotion level is not set', () => {
  it('an event waits, and is delivered with its user when the level is set, without identity.refresh()', async () => {
    const config: { level?: Promotion } = {}
    const { layer, platform, ownerOf } = start(() => config.level)
    layer.track('early')
    await platform.clock.advance(60_000)
    expect(platform.transport.requests).toEqual([])
    expect(layer.identity.current.get().status).toBe('resolving')
    config.level = 'sandbox'
    await platform.clock.advance(120_000)
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ann' } })
    expect(ownerOf('early')).toEqual({ id: 'ann' })
  })

  it('an event of a user whose token another token replaces keeps its user', async () => {
    const config: { level?: Promotion } = {}
    const { layer, platform, session, ownerOf } = start(() => config.level)
    layer.track('of ann')
    session.token = tokenOf('otto')
    await Promise.all([
      layer.identity.refresh(),
      (async () => {
        layer.track('of otto')
        config.level = 'sandbox'
        await platform.clock.advance(120_000)
      })(),
    ])
    expect([ownerOf('of ann'), ownerOf('of otto')]).toEqual([{ id: 'ann' }, { id: 'otto' }])
  })

  it('without a token no identity is requested, and a token that has been set by then is used', async () => {
    const config: { level?: Promotion } = {}
    const { layer, platform, session } = start(() => config.level)
    session.token = undefined
    layer.identity.reset()
    await platform.clock.advance(60_000)
    expect(layer.identity.current.get().status).toBe('resolving')
    expect(platform.transport.requests).toEqual([])
    session.token = tokenOf('otto')
    void layer.identity.refresh()
    config.level = 'sandbox'
    await platform.clock.advance(1_000)
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
  })

  it('a logout leaves the layer without a user once the level is set', async () => {
    const config: { level?: Promotion } = {}
    const { layer, platform, ownerOf } = start(() => config.level)
    layer.identity.reset()
    layer.track('after logout')
    config.level = 'sandbox'
    await platform.clock.advance(120_000)
    expect(layer.identity.current.get().status).toBe('unknown')
    expect(ownerOf('after logout')).toEqual({})
  })

  it('the user of an earlier page is shown as soon as the level is set, before who-am-i answers', async () => {
    const disk = fakeDisk()
    const before = start('sandbox', {}, disk)
    await before.platform.clock.advance(10_000)
    before.layer.close()

    const config: { level?: Promotion } = {}
    const { layer, platform } = start(() => config.level, {}, disk)
    await platform.clock.advance(10_000)
    const seen: string[] = []
    layer.identity.current.subscribe(() => seen.push(layer.identity.current.get().status))
    const requests = platform.transport.requests.length
    config.level = 'sandbox'
    void layer.identity.refresh()
    await Promise.resolve()
    expect(seen).toEqual(['known'])
    expect(requests).toBe(0)
    await platform.clock.advance(10_000)
    expect(seen).toEqual(['known'])
  })

  it('one error is reported, and none when the level is set within a second', async () => {
    const config: { level?: Promotion } = {}
    const prompt = start(() => config.level)
    config.level = 'sandbox'
    await prompt.platform.clock.advance(60_000)
    expect(prompt.platform.logged).toEqual([])
    prompt.layer.close()

    const late = start(() => undefined)
    await late.platform.clock.advance(60_000)
    expect(late.platform.logged).toEqual([UNSET])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
    ],
    ['returns a promise that rejects', () => Promise.reject(new Error('secret'))],
    ['returns a promise that resolves', async () => 'sandbox'],
  ])('a promotion function that %s is reported once, and nothing is left uncaught', async (_title, promotion) => {
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.on('unhandledRejection', note)
    const { platform } = start(promotion as unknown as () => undefined)
    await platform.clock.advance(60_000)
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', note)
    expect([uncaught, platform.transport.requests]).toEqual([[], []])
    expect(platform.logged).toHaveLength(1)
    expect(platform.logged[0]).toMatch(/^Telltale \(settings\): promotion (has thrown|returned a promise)/)
    expect(platform.logged.join()).not.toContain('secret')
  })

  it('closing the layer ends the wait', async () => {
    const { layer, platform } = start(() => undefined)
    layer.close()
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
  })
})

it('the promotion level that is set first stays in force until the page ends', async () => {
  const config: { level: Promotion } = { level: 'sandbox' }
  const { layer, platform } = start(() => config.level, {
    api: { production: 'https://prod.test', staging: 'https://stage.test', sandbox: 'https://sand.test' },
  })
  config.level = 'production'
  void layer.identity.refresh()
  await platform.clock.advance(1_000)
  const asked = platform.transport.requests.filter(({ url }) => url.includes('who-am-i'))
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['https://sand.test/project/p-1/who-am-i']))
})

describe('a setting with one value for each promotion level', () => {
  const each = (value: (level: string) => string) => ({
    production: value('production'),
    staging: value('staging'),
    sandbox: value('sandbox'),
  })
  const parts = (calls: unknown[][]) => ({
    flags: launchDarkly({
      clientSideId: each((level) => `env-${level}`),
      baseUrl: each((level) => `https://${level}.flags.test`),
      streamUrl: each((level) => `https://${level}.stream.test`),
      eventsUrl: each((level) => `https://${level}.events.test`),
      streaming: true,
    }),
    destinations: [collector({ url: each((level) => `https://collect.${level}.test`) })],
    messaging: vendorDestination(
      intercom({
        appId: each((level) => `app-${level}`),
        instance:
          () =>
          (...call) =>
            void calls.push(call),
      }),
    ),
  })
  const addressesOf = ({ transport }: FakePlatform) =>
    new Set(transport.requests.map(({ url }) => /^https:\/\/[^/]+\.test(\/sdk\/evalx\/env-[a-z]+)?/.exec(url)?.[0]))

  it('a setting per level has the value of the level that is set', async () => {
    const calls: unknown[][] = []
    const { layer, platform } = start('staging', parts(calls))
    layer.flags.variation('new-pricing', false)
    layer.track('Quote sent')
    await platform.clock.advance(10_000)
    const hosts = ['staging.flags', 'staging.stream', 'staging.events', 'collect.staging']
    for (const host of hosts) expect([...addressesOf(platform)].join()).toContain(`https://${host}.test`)
    expect(addressesOf(platform)).toContain('https://staging.flags.test/sdk/evalx/env-staging')
    expect([...addressesOf(platform)].join()).not.toMatch(/production|sandbox/)
    expect(calls[0]).toMatchObject(['boot', { app_id: 'app-staging' }])
  })

  it('a setting per level has the value of a level that is set late, and nothing is requested before', async () => {
    const calls: unknown[][] = []
    const config: { level?: Promotion } = {}
    const { layer, platform } = start(() => config.level, parts(calls))
    let changes = 0
    const unwatch = layer.flags.watch('new-pricing', () => (changes += 1))
    layer.track('early')
    await platform.clock.advance(30_000)
    expect([platform.transport.requests, calls, layer.flags.status.get()]).toEqual([[], [], 'initialising'])
    expect(layer.flags.allFlags()).toBe(layer.flags.allFlags())
    config.level = 'sandbox'
    await platform.clock.advance(120_000)
    expect(layer.flags.status.get()).toBe('live')
    expect(layer.flags.variation('new-pricing', false)).toBe(true)
    expect(changes).toBe(1)
    expect([...addressesOf(platform)].filter((address) => address?.includes('production'))).toEqual([])
    expect(addressesOf(platform)).toContain('https://sandbox.flags.test/sdk/evalx/env-sandbox')
    expect(addressesOf(platform)).toContain('https://collect.sandbox.test')
    expect(calls[0]).toMatchObject(['boot', { app_id: 'app-sandbox' }])
    unwatch()
  })

  it.each<[string, () => unknown, string]>([
    [
      'clientSideId',
      () => launchDarkly({ clientSideId: { production: 'a', staging: '', sandbox: 'c' } }),
      'Cannot boot Launch Darkly: clientSideId.staging must be a string. (T33)',
    ],
    [
      'a URL of the flags',
      () => launchDarkly({ clientSideId: 'a', baseUrl: { production: 'a' } as never }),
      'Cannot boot Launch Darkly: baseUrl.staging must be a string. (T33)',
    ],
    [
      'appId',
      () =>
        start('sandbox', { messaging: vendorDestination(intercom({ appId: {} as never, instance: () => undefined })) }),
      'Telltale cannot start. Set appId.production of intercom({ appId }) to the id of your workspace. (T30)',
    ],
    [
      'url',
      () => start('sandbox', { destinations: [collector({ url: { ...each(String), sandbox: '' } })] }),
      'Telltale cannot start. Set url.sandbox of collector({ url }) to where batches are posted. (T28)',
    ],
  ])('the layer does not start, with an explanation, when %s lacks a level', (_name, begin, sentence) => {
    expect(begin).toThrow(sentence)
  })
})
