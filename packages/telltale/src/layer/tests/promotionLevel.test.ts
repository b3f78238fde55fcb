import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { intercom } from '../../adapters/intercom.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import type { Telltale } from '../createTelltale.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const tokenOf = (name: string) => name.padEnd(36, '-')
const UNSET =
  'Telltale cannot start. The promotion level was read before it was set: set promotion to production or staging or sandbox. (T44)'

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
      .flatMap(({ body }) => (readBatch(body) as { events: AnalyticsEvent[] }).events)
  const ownerOf = (name: string) => collected().find((event) => event.name === name)?.identity
  return { layer, platform, session, ownerOf }
}

describe('the promotion level', () => {
  it('the promotion level is read once, at the start', async () => {
    let calls = 0
    const { layer, platform } = start(() => (calls++ === 0 ? 'sandbox' : 'production'), {
      api: { production: 'https://prod.test', staging: 'https://stage.test', sandbox: 'https://sand.test' },
    })
    await layer.identity.refresh()
    await platform.clock.advance(1_000)
    const asked = platform.transport.requests.filter(({ url }) => url.includes('who-am-i'))
    expect([calls, new Set(asked.map(({ url }) => url))]).toEqual([
      1,
      new Set(['https://sand.test/project/p-1/who-am-i']),
    ])
  })

  it.each([undefined, null])('createTelltale throws when the function of the settings returns %s', (level) =>
    expect(() => start(() => level as never)).toThrow(UNSET),
  )

  it.each<[string, unknown]>([
    ['prod', 'prod'],
    ['PRODUCTION', 'PRODUCTION'],
    ['SANDBOX', 'SANDBOX'],
    [' ', ' '],
    ['0', 0],
    ['1', 1n],
    ['Symbol(staging)', Symbol('staging')],
    ['[object Object]', { level: 'staging' }],
    ['[object Promise]', Promise.resolve('sandbox')],
  ])('the same sentence names what was set in the place of a level, and the three levels: %s', (shown, level) => {
    const sentence = `Telltale cannot start. promotion is "${shown}": set promotion to production or staging or sandbox. (T44)`
    expect(() => start(() => level as never)).toThrow(sentence)
    expect(() => start('sandbox', { promotion: level as never })).toThrow(sentence)
  })
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
          (...call: unknown[]) =>
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

  it.each([
    ['Staging', 'capitals', true],
    [() => 'Staging' as const, 'capitals', true],
    ['Staging', 'small letters', false],
    ['staging', 'capitals', true],
  ] as const)('levels may be spelt as in the specification: %s, with keys in %s', async (level, _keys, isCapital) => {
    const calls: unknown[][] = []
    const spelt = <V>(of: Record<'production' | 'staging' | 'sandbox', V>) =>
      isCapital ? { Production: of.production, Staging: of.staging, Sandbox: of.sandbox } : of
    const perLevel = (name: string) => spelt(each((one) => `${name}-${one}`))
    const ids = { internal: 'own', external: 'theirs' }
    const { layer, platform } = start(level, {
      api: spelt(each((one) => `https://api.${one}.test`)),
      projects: spelt({ production: ids, staging: { internal: 'p-in', external: 'p-out' }, sandbox: ids }),
      flags: launchDarkly({ clientSideId: perLevel('env') }),
      destinations: [collector({ url: spelt(each((one) => `https://collect.${one}.test`)) })],
      messaging: vendorDestination(
        intercom({
          appId: perLevel('app'),
          instance:
            () =>
            (...call: unknown[]) =>
              void calls.push(call),
        }),
      ),
    })
    layer.track('Quote sent')
    await platform.clock.advance(10_000)
    const urls = platform.transport.requests.map(({ url }) => url).join()
    expect(urls).toContain('https://api.staging.test/project/p-out/who-am-i')
    expect(urls).toContain('https://collect.staging.test')
    expect(urls).toContain('/sdk/evalx/env-staging')
    expect(urls).not.toMatch(/production|sandbox|undefined/i)
    expect(calls[0]).toMatchObject(['boot', { app_id: 'app-staging' }])
    expect(platform.logged).toEqual([])
  })

  it('a level that is missing among capitalised ones is named', () => {
    const projects = { Production: { internal: 'a', external: 'b' }, Staging: {}, Sandbox: {} }
    expect(() => start('Sandbox', { projects: projects as never })).toThrow('projects.staging.external')
    expect(() => start('Sandbox', { api: { Production: 'a', Staging: 'b' } as never })).toThrow('api.sandbox')
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
