import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const HOUR_MS = 3_600_000
const FLAGS_DEADLINE_MS = 30_000
const SECOND_MS = 1_000

/** A page of one user for each token. The requests of a user for whom there is no answer yet wait, or fail with 503. */
function openPage({ disk = fakeDisk(), token = 'ida' } = {}) {
  const known = new Set<string>()
  const collected: AnalyticsEvent[] = []
  let flags: (answer: FakeAnswer) => void = () => {}
  const flagsAnswer = new Promise<FakeAnswer>((resolve) => (flags = resolve))
  const platform = fakePlatform(({ url, headers, body }) => {
    const name = headers?.['Authorization']?.replace('Bearer ', '').replace(/~+$/, '') ?? ''
    if (url.includes('/who-am-i'))
      return known.has(name) ? { status: 200, body: { unique_identity: name } } : { status: 503 }
    if (url.includes('/sdk/evalx/')) return flagsAnswer
    if (url.includes('collect.test')) collected.push(...readBatch(body).events)
    return { status: 202 }
  }, disk)
  const { now } = platform.clock
  let asleepMs = 0
  platform.clock.now = () => now() + asleepMs
  const session = { token }
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      auth: { token: () => session.token.padEnd(36, '~') },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      destinations: [collector({ url: 'https://collect.test/' })],
      events: { flagsDeadlineMs: FLAGS_DEADLINE_MS },
    },
    platform,
  )
  return {
    platform,
    telltale,
    session,
    known,
    answerFlags: () => flags({ status: 200, body: { plan: { value: 'a', version: 1 } } }),
    /** The clock is an hour on. No time has passed for the page. */
    sleep: () => void (asleepMs += HOUR_MS),
    event: (name: string) => collected.find((one) => one.name === name),
  }
}

describe('a wait goes on when the computer wakes up after an hour', () => {
  it.each(['at once', 'when the timer is due'] as const)(
    'a wait goes on when the computer wakes up after an hour for flags, which answer %s',
    async (when) => {
      const { platform, telltale, known, sleep, event, answerFlags } = openPage()
      known.add('ida')
      await platform.clock.advance(SECOND_MS)
      telltale.track('waits')
      await platform.clock.advance(SECOND_MS)
      sleep()
      // A page asks who is signed in when it is shown again.
      void telltale.identity.refresh()
      await platform.clock.advance(when === 'at once' ? SECOND_MS : FLAGS_DEADLINE_MS)
      expect(event('waits')).toBeUndefined()
      answerFlags()
      await platform.clock.advance(SECOND_MS)
      expect(event('waits')).toMatchObject({ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } })
      telltale.close()
    },
  )

  it('a wait goes on when the computer wakes up after an hour for flags, and ends without them after the deadline', async () => {
    const { platform, telltale, known, sleep, event } = openPage()
    known.add('ida')
    await platform.clock.advance(SECOND_MS)
    telltale.track('waits')
    await platform.clock.advance(SECOND_MS)
    sleep()
    await platform.clock.advance(2 * FLAGS_DEADLINE_MS)
    expect(event('waits')).toMatchObject({ identity: { id: 'ida' } })
    expect(event('waits')?.properties).not.toHaveProperty('LDFF: plan')
    telltale.close()
  })

  it('a wait goes on when the computer wakes up after an hour for the user of a token that was replaced', async () => {
    const { platform, telltale, known, session, sleep, event, answerFlags } = openPage({ token: 'otto' })
    answerFlags()
    await platform.clock.advance(100)
    telltale.track('waits')
    session.token = 'ida'
    known.add('ida')
    void telltale.identity.refresh()
    await platform.clock.advance(SECOND_MS)
    sleep()
    void telltale.identity.refresh()
    await platform.clock.advance(SECOND_MS)
    expect(event('waits')).toBeUndefined()
    session.token = 'otto'
    known.add('otto')
    void telltale.identity.refresh()
    await platform.clock.advance(SECOND_MS)
    expect(event('waits')).toMatchObject({ identity: { id: 'otto' } })
    telltale.close()
  })

  it('a wait goes on when the computer wakes up after an hour for the flags of the user of an event that an earlier page has left', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk })
    first.known.add('ida')
    await first.platform.clock.advance(SECOND_MS)
    first.telltale.track('waits')
    first.platform.crash()

    const next = openPage({ disk })
    next.known.add('ida')
    await next.platform.clock.advance(SECOND_MS)
    next.sleep()
    void next.telltale.identity.refresh()
    await next.platform.clock.advance(SECOND_MS)
    expect(next.event('waits')).toBeUndefined()
    next.answerFlags()
    await next.platform.clock.advance(SECOND_MS)
    expect(next.event('waits')).toMatchObject({ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } })
    next.telltale.close()
  })
})
