import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../adapters/collector.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Promotion } from '../core/model/promotion.ts'
import { launchDarkly } from '../flags.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltale, type Telltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from './settings.ts'

const tokenOf = (name: string) => name.padEnd(36, '-')
const UNSET =
  'Telltale (settings): The promotion level was read before it was set: set promotion to production or staging or sandbox.'

let telltale: Telltale | undefined
afterEach(() => telltale?.close())

function start(promotion: Settings['promotion'], more: Partial<Settings> = {}) {
  const platform = fakePlatform(({ url, headers = {} }) => {
    if (!url.includes('who-am-i')) return url.includes('/sdk/') ? { status: 200, body: {} } : { status: 202 }
    return { status: 200, body: { unique_identity: (headers['Authorization'] ?? '').replace(/Bearer |-/g, '') } }
  })
  const session = { token: tokenOf('ann') as string | undefined }
  const layer = createTelltale(
    {
      ...sandboxSettings,
      promotion,
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

  it('nobody is asked for without a token either, and a token that is there by then is used', async () => {
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

  it('an error says so once, and not when the level is set within a second', async () => {
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

it('the promotion level that was set first holds as long as the page lives', async () => {
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
