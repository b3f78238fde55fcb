import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const START = Date.UTC(2026, 0, 1)

interface Services {
  whoAmI: 'up' | 'down'
  flags: 'up' | 'down'
}

/** A page of Ida. */
function open(disk: FakeDisk, services: Services, atMs: number) {
  const arrived: AnalyticsEvent[] = []
  const platform = fakePlatform(
    ({ url, body }) => {
      if (url.includes('/who-am-i'))
        return services.whoAmI === 'up' ? { status: 200, body: { unique_identity: 'ida' } } : { status: 503 }
      if (url.includes('/sdk/evalx/'))
        return services.flags === 'up'
          ? { status: 200, body: { plan: { value: 'a', version: 1, variation: 0 } } }
          : { status: 503 }
      arrived.push(...(readBatch(body) as { events: AnalyticsEvent[] }).events)
      return { status: 202 }
    },
    disk,
    START + atMs,
  )
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      auth: { token: () => 'ida'.padEnd(36, '~') },
      flags: launchDarklyAtOnce({ clientSideId: 'env-1', sendEvents: false, streaming: false }),
      destinations: [collector({ url: 'https://events.test/' })],
    },
    platform,
  )
  return { platform, telltale, services, arrived: () => arrived.filter(({ name }) => name === 'a') }
}

describe('an event that was tracked while the flags had failed, and the user was only remembered,', () => {
  async function failing() {
    const disk = fakeDisk()
    const first = open(disk, { whoAmI: 'up', flags: 'down' }, 0)
    await first.platform.clock.advance(1_000)
    first.platform.leave()
    const page = open(disk, { whoAmI: 'down', flags: 'down' }, 10_000)
    await page.platform.clock.advance(20_000)
    expect(page.telltale.flags.status.get()).toBe('failed')
    expect(page.telltale.identity.current.get().status).toBe('known')
    page.telltale.track('a')
    await page.platform.clock.advance(1_000)
    return { disk, page }
  }

  it('an event that was tracked while the flags had failed, and the user was only remembered, has no flags when its own page is answered, although the flags have come meanwhile', async () => {
    const { page } = await failing()
    page.services.flags = 'up'
    await page.platform.clock.advance(300_000)
    expect(page.telltale.flags.variation('plan', '')).toBe('a')
    page.services.whoAmI = 'up'
    await page.platform.clock.advance(60_000)
    expect(page.arrived()).toMatchObject([{ identity: { id: 'ida' } }])
    expect(page.arrived()[0]?.properties).not.toHaveProperty('LDFF: plan')
  })

  it('an event that was tracked while the flags had failed, and the user was only remembered, has no flags when the next page has them', async () => {
    const { disk, page } = await failing()
    page.platform.crash()
    const next = open(disk, { whoAmI: 'up', flags: 'up' }, 60_000)
    await next.platform.clock.advance(120_000)
    expect(next.arrived()).toMatchObject([{ identity: { id: 'ida' } }])
    expect(next.arrived()[0]?.properties).not.toHaveProperty('LDFF: plan')
  })
})
