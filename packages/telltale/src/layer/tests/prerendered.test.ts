import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { createConsoleLink } from '../../adapters/consoleLink.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const USERS = ['who-am-i', 'the application', 'nobody'] as const

/** A page that the browser has prerendered. */
function prerender(from: (typeof USERS)[number], more: Partial<Settings> = {}) {
  const disk = fakeDisk()
  const session: { token: string | null } = { token: from === 'nobody' ? null : 'ida' }
  const collected: AnalyticsEvent[] = []
  const platform = fakePlatform(({ url, headers, body }) => {
    if (url.includes('/who-am-i'))
      return { status: 200, body: { unique_identity: headers?.['Authorization']?.replace(/^Bearer |~/g, '') } }
    if (url.includes('/sdk/evalx/')) return { status: 200, body: { plan: { value: 'a', version: 1 } } }
    if (url.includes('collect.test')) collected.push(...readBatch(body).events)
    return { status: 202 }
  }, disk)
  platform.isPrerendered = true
  const token = () => session.token?.padEnd(36, '~') ?? null
  const { api: _api, auth: _auth, ...own } = sandboxSettings
  const ofApplication = { ...own, identity: { person: () => ({ unique_identity: 'ida' }) } }
  const telltale = createTelltaleAtOnce(
    {
      ...(from === 'the application' ? ofApplication : { ...sandboxSettings, auth: { token } }),
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      destinations: [collector({ url: 'https://collect.test/' })],
      observers: [createConsoleLink({ url: 'https://console.test' }, () => platform)],
      ...more,
    },
    platform,
  )
  const named = (name: string) => collected.filter((event) => event.name === name)
  return { platform, telltale, disk, session, collected, named }
}

const stored = (disk: ReturnType<typeof fakeDisk>) => disk.storage.keys('')

describe('a prerendered page', () => {
  it.each(USERS)(
    'a prerendered page asks for nothing, stores nothing and sends nothing while it is not shown: %s',
    async (from) => {
      const { platform, telltale, disk } = prerender(from)
      telltale.track('one')
      void telltale.identity.refresh()
      if (from === 'the application') telltale.identify({ unique_identity: 'otto' })
      telltale.identity.reset()
      await platform.clock.advance(120_000)
      platform.mayExit()
      platform.leave()
      await platform.clock.advance(1_000)
      expect([platform.transport.requests, stored(disk)]).toEqual([[], []])
    },
  )

  it.each(USERS)(
    'a prerendered page delivers what it has tracked when it is shown, with its own time: %s',
    async (from) => {
      const { platform, telltale, named, collected } = prerender(from)
      const at = platform.clock.now()
      telltale.track('one')
      await platform.clock.advance(120_000)
      telltale.track('two')
      platform.activate()
      telltale.track('three')
      await platform.clock.advance(5_000)
      const identity = from === 'nobody' ? {} : { id: 'ida' }
      const properties = { 'LDFF: plan': 'a' }
      expect([named('one'), named('two'), named('three')]).toMatchObject([
        [{ at, identity, properties }],
        [{ at: at + 120_000, identity, properties }],
        [{ at: at + 120_000, identity, properties }],
      ])
      const loads = collected.filter(({ name }) => name.startsWith('Load'))
      expect(loads).toHaveLength(from === 'nobody' ? 0 : 1)
      expect(collected).toHaveLength(from === 'nobody' ? 3 : 4)
      telltale.close()
    },
  )

  it('a prerendered page gives its events to the user who is signed in when it is shown', async () => {
    const { platform, telltale, session, collected } = prerender('who-am-i')
    telltale.track('one')
    await platform.clock.advance(10_000)
    session.token = 'otto'
    platform.activate()
    await platform.clock.advance(5_000)
    expect(collected.map(({ identity }) => identity)).toEqual([{ id: 'otto' }, { id: 'otto' }])
    expect(telltale.identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
    telltale.close()
  })

  it('a prerendered page waits for flags from the moment in which it is shown', async () => {
    const { platform, telltale, named } = prerender('who-am-i', { events: { flagsDeadlineMs: 5_000 } })
    telltale.track('one')
    await platform.clock.advance(60_000)
    platform.activate()
    await platform.clock.advance(5_000)
    expect(named('one')).toMatchObject([{ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } }])
    telltale.close()
  })

  it('a prerendered page does nothing when it is shown after it was closed', async () => {
    const { platform, telltale, disk } = prerender('who-am-i')
    telltale.close()
    platform.activate()
    await platform.clock.advance(60_000)
    expect([platform.transport.requests, stored(disk), platform.clock.pending]).toEqual([[], [], 0])
  })
})
