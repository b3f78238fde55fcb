import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { BuiltInDestination } from '../../events/destinations/destination.ts'
import { datadog } from '../../datadog.ts'
import { heap } from '../../heap.ts'
import { intercom } from '../../intercom.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// An option that is given as `undefined`, as `process.env.X` or a field of a form may be, counts as absent.

const TOKEN = 'ida'.padEnd(36, '~')
const page = globalThis as Record<string, unknown>

afterEach(() => {
  for (const name of ['heap', 'DD_RUM', 'Intercom']) Reflect.deleteProperty(page, name)
})

/** The names with `undefined`. */
const none = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]))

/** Tracks an event for a user on two pages of one browser, and returns what everybody was told. */
async function play(settings: object) {
  const disk = fakeDisk()
  const reported: unknown[] = []
  for (const visit of [1, 2]) {
    page['heap'] = {
      loaded: true,
      appid: 'p-1',
      identify: (id: string) => reported.push(['heap', 'identify', id]),
      track: (name: string, properties: object) => reported.push(['heap', name, properties]),
      resetIdentity: () => reported.push(['heap', 'reset']),
      addUserProperties() {},
    }
    page['DD_RUM'] = {
      setUser: (user: object) => reported.push(['datadog', user]),
      clearUser() {},
      addAction: (name: string, context: object) => reported.push(['datadog', name, context]),
      addFeatureFlagEvaluation() {},
    }
    page['Intercom'] = Object.assign((...args: unknown[]) => reported.push(['intercom', ...args]), { booted: true })
    const platform = fakePlatform(({ url, body, headers }) => {
      if (url.includes('/who-am-i')) return { status: 200, body: { unique_identity: 'ida', user_id: 'u' } }
      if (url.includes('/sdk/evalx/')) {
        reported.push(['flags', url])
        return visit === 1 ? { status: 200, body: { plan: { value: 'a', version: 1, variation: 0 } } } : { status: 503 }
      }
      const { sentAt: _, events, ...batch } = readBatch(body) as { sentAt: number; events: { name: string }[] }
      reported.push(['collector', headers, batch, events.map(({ name }) => name)])
      return { status: 202 }
    }, disk)
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, auth: { token: () => TOKEN }, ...settings }, platform)
    telltale.track('Quote sent', { total: 1 }, { messaging: true })
    reported.push(['plan', telltale.flags.variation('plan' as never, 'none' as never)])
    await platform.clock.advance(15_000)
    reported.push(['plan', telltale.flags.variation('plan' as never, 'none' as never)])
    reported.push(['logged', ...platform.logged])
    telltale.close()
    await platform.settle()
  }
  return reported
}

const flags = (options: object) =>
  launchDarklyAtOnce({ clientSideId: 'env-1', sendEvents: false, streaming: false, ...options })

/** Settings without options, and the same with each option given as `undefined`. */
const cases: [string, () => object, () => object][] = [
  [
    'of the layer',
    () => ({ app: 'Desk' }),
    () => ({
      app: { name: 'Desk', ...none('platform', 'multiPage', 'internal') },
      auth: { token: () => TOKEN, ...none('idToken') },
      events: none('maxBytes', 'flagsDeadlineMs'),
      ...none('identity', 'flags', 'analytics', 'monitoring', 'messaging', 'destinations', 'observers', 'definitions'),
      ...none('silent'),
    }),
  ],
  [
    'of `collector`',
    () => ({ destinations: [collector({ url: 'https://events.test/' })] }),
    () => ({
      destinations: [
        collector({
          url: 'https://events.test/',
          ...none('headers', 'batchSize', 'name', 'gzip', 'flagSets', 'impersonation'),
        }),
      ],
    }),
  ],
  ['of `heap`', () => ({ analytics: heap() }), () => ({ analytics: heap(none('instance', 'impersonation')) })],
  [
    'of `datadog`',
    () => ({ monitoring: datadog() }),
    () => ({ monitoring: datadog(none('instance', 'impersonation')) }),
  ],
  [
    'of `intercom`',
    () => ({ messaging: intercom({ appId: 'app' }) }),
    () => ({ messaging: intercom({ appId: 'app', ...none('instance') }) as BuiltInDestination }),
  ],
  [
    'of `launchDarkly`',
    () => ({ flags: flags({}) }),
    () => ({
      flags: flags(
        none(
          ...['baseUrl', 'streamUrl', 'eventsUrl', 'bootstrap', 'kind', 'hash', 'hashField', 'useReport', 'usePost'],
          ...['evaluationReasons', 'fetchGoals', 'privateAttributes', 'allAttributesPrivate', 'application'],
          ...['requestHeaderTransform', 'eventUrlTransformer', 'wrapperName', 'wrapperVersion', 'sendLDHeaders'],
          ...[
            'maxCachedContexts',
            'pollIntervalMs',
            'flushInterval',
            'eventCapacity',
            'inspectors',
            'streamReconnectDelay',
          ],
        ),
      ),
    }),
  ],
]

describe('options that are undefined', () => {
  it.each(cases)('%s count as absent', async (_title, without, withUndefined) => {
    const expected = await play(without())
    // The case shows something: all are told of the event, or of the flags.
    expect(JSON.stringify(expected).length).toBeGreaterThan(100)
    expect(await play(withUndefined())).toEqual(expected)
  })
})
