import { afterEach, expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { heap } from '../../heap.ts'
import type { StartDeliveries } from '../../events/createEvents.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { promiseClasses } from '../../testing/promiseClasses.suite.ts'
import { replaceBuiltIns } from '../../testing/prototypeJs.suite.ts'
import { launchDarklyAtOnce as launchDarkly, startOn } from '../../testkit/createTelltaleAtOnce.ts'
import { createTelltale } from '../createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const REGIONS = ['north', 'south']
/** Bodies as text: the replaced parts belong to the page, and not to its servers. */
const PERSON = JSON.stringify({ unique_identity: 'ida', regions: REGIONS })
const FLAGS = JSON.stringify({ plans: { value: [{ id: 'a', days: [1, 2] }], version: 1, variation: 0 } })

let restore = () => {}
afterEach(() => restore())

interface Page {
  disk?: ReturnType<typeof fakeDisk>
  /** What `import()` of the lazy chunk gives. When absent, it never comes. */
  load?: (start: StartDeliveries) => PromiseLike<StartDeliveries>
}

function openPage({ disk = fakeDisk(), load }: Page) {
  const taken: AnalyticsEvent[] = []
  const asked: unknown[] = []
  const shown: Record<string, unknown>[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/who-am-i')) return { status: 200, body: PERSON }
    if (url.includes('/sdk/evalx/')) {
      asked.push(JSON.parse(atob(url.split('/').pop() ?? '')))
      return { status: 200, body: FLAGS, headers: { 'content-type': 'application/json' } }
    }
    taken.push(...readBatch(body).events)
    return { status: 202 }
  }, disk)
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false, streaming: false, fetchGoals: false }),
      analytics: heap({
        instance: () => ({
          loaded: true,
          appid: 'p-1',
          identify() {},
          resetIdentity() {},
          track: (_, properties = {}) => shown.push(properties),
        }),
      }),
      destinations: [collector({ url: 'https://collect.test/', flagSets: true })],
    },
    { platform, loadDeliveries: () => load?.(startOn(platform)) ?? new Promise(() => {}) },
  )
  return { telltale, platform, taken, asked, shown, disk }
}

test('lists arrive as lists on a page with Prototype.js: in events, flags and contexts, and in what a later page finds', async () => {
  restore = replaceBuiltIns()
  const disk = fakeDisk()
  const first = openPage({ disk })
  first.telltale.track('Quote sent', { machines: ['EX-104', ['EX-209']], none: [] })
  await first.platform.clock.advance(2_000)
  expect(first.asked).toEqual([{ kind: 'user', key: 'ida', unique_identity: 'ida', regions: REGIONS }])
  // The page ends before its lazy chunk is there: its events are in localStorage.
  const next = openPage({ disk, load: async (start) => start })
  await next.platform.clock.advance(90_000)
  const [event] = next.taken.filter(({ name }) => name === 'Quote sent')
  expect(event?.properties).toMatchObject({ machines: ['EX-104', ['EX-209']], none: [] })
  expect(next.shown).toContainEqual(expect.objectContaining({ machines: '["EX-104",["EX-209"]]' }))
  const identity = next.telltale.identity.current.get()
  expect(identity.status === 'known' && identity.person['regions']).toEqual(REGIONS)
  expect(next.telltale.flags.variation('plans', null)).toEqual([{ id: 'a', days: [1, 2] }])
  first.telltale.close()
  next.telltale.close()
})

test.each(promiseClasses)('events are delivered when the lazy chunk comes as %s', async (_, promiseOf) => {
  const { telltale, platform, taken } = openPage({ load: (start) => promiseOf(async () => start) })
  telltale.track('Quote sent')
  await platform.clock.advance(2_000)
  expect(taken.map(({ name }) => name)).toContain('Quote sent')
  expect(await telltale.counts()).toMatchObject({ waiting: { pending: 0, unread: { collector: 0 } } })
  telltale.close()
})
