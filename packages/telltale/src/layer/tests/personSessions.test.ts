import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import { session as sessionStep } from '../../session.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import { readBatch } from '../../testing/readBatch.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

// Each event has the session of its own person, whenever it becomes known who that is.

const tokenOf = (who: string, renewal = 1) => `${who}#${renewal}`.padEnd(36, '~')
const NEVER = new Promise<never>(() => {})

function openBrowser() {
  const disk = fakeDisk()
  const stored = new Map<string, AnalyticsEvent>()
  const owed: { token: string; send: () => void }[] = []
  const pages: { platform: FakePlatform }[] = []
  const browser = {
    isSlow: false,
    /** Whom support looks at the application as. */
    viewed: 'support',
    now: Date.UTC(2026, 0, 1),
    disk,
    open: openPage,
    async advance(ms: number) {
      browser.now += ms
      for (const { platform } of [...pages]) await platform.clock.advance(ms)
    },
    /** Sends the late answers of who-am-i for this person, or all. */
    async answer(who = '') {
      for (const one of [...owed]) {
        if (!one.token.startsWith(who)) continue
        owed.splice(owed.indexOf(one), 1)
        one.send()
      }
      await browser.advance(1)
    },
    /** The person and the session of an event that has arrived. */
    async eventOf(name: string) {
      await browser.advance(20_000)
      const event = stored.get(name)
      if (!event) throw new Error(`${name} has not arrived.`)
      const { id, impersonator } = event.identity
      const session = event.moment?.session
      return { who: impersonator ? `${impersonator} as ${id}` : id, session, at: event.at, event }
    },
  }

  function openPage(token: string | null) {
    const state = { token, isGone: false }
    const platform = fakePlatform(
      async ({ url, headers, body = '' }) => {
        if (state.isGone) return NEVER
        if (url.includes('/collect')) {
          for (const event of readBatch(body).events) if (!stored.has(event.name)) stored.set(event.name, event)
          return { status: 202 }
        }
        const asked = headers?.['Authorization']?.slice('Bearer '.length) ?? ''
        const name = asked.replace(/#.*$/, '')
        const [id = '', impersonator] = name === 'support' ? browser.viewed.split(' as ').reverse() : [name]
        if (browser.isSlow) await new Promise<void>((send) => owed.push({ token: asked, send }))
        if (state.isGone) return NEVER
        if (name === 'stranger') return { status: 401 }
        return { status: 200, body: { unique_identity: id, ...(impersonator && { mimic_user: impersonator }) } }
      },
      disk,
      browser.now,
    )
    const layer = createTelltaleAtOnce(
      {
        app: { name: 'Desk' },
        api: 'https://api.test',
        auth: { token: () => state.token },
        events: { steps: [sessionStep()] },
        destinations: [collector({ url: 'https://collect.test/collect' })],
      },
      platform,
    )
    const page = {
      ...{ platform, layer },
      track: (name: string) => void layer.track(name),
      /** In one task, with an event after it. */
      signIn(next: string | null, name: string) {
        state.token = next
        void layer.identity.refresh()
        layer.track(name)
      },
      leave() {
        platform.leave()
        state.isGone = true
        pages.splice(pages.indexOf(page), 1)
      },
    }
    pages.push(page)
    return page
  }

  return browser
}

test.each([false, true])(
  'the first events after a sign-in without a sign-out are in the session of the new person (answers late: %s)',
  async (isSlow) => {
    const browser = openBrowser()
    const page = browser.open(tokenOf('ana'))
    await browser.advance(1_000)
    page.track('of ana')
    browser.isSlow = isSlow
    page.signIn(tokenOf('bob'), 'first')
    await browser.advance(200)
    page.track('second')
    await browser.answer()
    page.track('third')
    const before = await browser.eventOf('of ana')
    const [first, second, third] = [
      await browser.eventOf('first'),
      await browser.eventOf('second'),
      await browser.eventOf('third'),
    ]
    expect([before.who, first.who, second.who, third.who]).toEqual(['ana', 'bob', 'bob', 'bob'])
    expect(first.session?.id).not.toBe(before.session?.id)
    expect(second.session).toEqual(first.session)
    expect(third.session).toEqual(first.session)
    expect(first.session?.startedAt).toBeLessThanOrEqual(first.at)
    expect(Object.isFrozen(first.event.moment) || first.event.moment !== before.event.moment).toBe(true)
  },
)

test('a token that is renewed changes nothing', async () => {
  const browser = openBrowser()
  const page = browser.open(tokenOf('ana'))
  await browser.advance(1_000)
  page.track('before')
  browser.isSlow = true
  page.signIn(tokenOf('ana', 2), 'after')
  await browser.advance(5_000)
  await browser.answer()
  expect((await browser.eventOf('after')).session).toEqual((await browser.eventOf('before')).session)
})

test('the first events of an impersonation are in its session, and not in that of support', async () => {
  const browser = openBrowser()
  const page = browser.open(tokenOf('support'))
  await browser.advance(1_000)
  page.track('own')
  browser.isSlow = true
  browser.viewed = 'sam as otto'
  page.signIn(tokenOf('support'), 'viewed')
  await browser.advance(3_000)
  await browser.answer()
  page.track('later')
  const [own, viewed, later] = [
    await browser.eventOf('own'),
    await browser.eventOf('viewed'),
    await browser.eventOf('later'),
  ]
  expect([own.who, viewed.who, later.who]).toEqual(['support', 'sam as otto', 'sam as otto'])
  expect(viewed.session?.id).not.toBe(own.session?.id)
  expect(later.session).toEqual(viewed.session)
  expect(viewed.session?.startedAt).toBeLessThanOrEqual(viewed.at)
})

test('an event whose page ended before the answer is in the session that its person has on the next page', async () => {
  const browser = openBrowser()
  const page = browser.open(tokenOf('ana'))
  await browser.advance(1_000)
  page.track('of ana')
  browser.isSlow = true
  page.signIn(tokenOf('bob'), 'waits')
  await browser.advance(100)
  page.leave()
  browser.isSlow = false
  const next = browser.open(tokenOf('bob'))
  await browser.advance(1_000)
  next.track('of bob')
  const [ana, waits, bob] = [
    await browser.eventOf('of ana'),
    await browser.eventOf('waits'),
    await browser.eventOf('of bob'),
  ]
  expect([waits.who, bob.who]).toEqual(['bob', 'bob'])
  expect(waits.session?.id).not.toBe(ana.session?.id)
  expect(waits.session?.startedAt).toBeLessThanOrEqual(waits.at)
  expect(bob.session?.startedAt).toBeLessThanOrEqual(bob.at)
})

test('two people in two tabs have a session each, which further tabs of them share', async () => {
  const browser = openBrowser()
  const tabs = []
  for (const who of ['ana', 'bob', 'ana', 'bob']) {
    tabs.push(browser.open(tokenOf(who)))
    await browser.advance(1_000)
  }
  tabs.forEach((tab, index) => tab.track(`${index}`))
  const ids = []
  for (const name of ['0', '1', '2', '3']) ids.push((await browser.eventOf(name)).session?.id)
  expect(ids[0]).not.toBe(ids[1])
  expect([ids[2], ids[3]]).toEqual([ids[0], ids[1]])
})

test('somebody who signs in continues the session in which nobody was, and the next person does not', async () => {
  const browser = openBrowser()
  const page = browser.open(null)
  await browser.advance(1_000)
  page.track('of nobody')
  browser.isSlow = true
  page.signIn(tokenOf('ana'), 'of ana')
  await browser.advance(100)
  page.signIn(tokenOf('bob'), 'of bob')
  await browser.advance(100)
  await browser.answer('bob')
  await browser.answer('ana')
  const [nobody, ana, bob] = [
    await browser.eventOf('of nobody'),
    await browser.eventOf('of ana'),
    await browser.eventOf('of bob'),
  ]
  expect([nobody.who, ana.who, bob.who]).toEqual([undefined, 'ana', 'bob'])
  expect([ana, bob].filter(({ session }) => session?.id === nobody.session?.id)).toHaveLength(1)
  for (const { session, at } of [nobody, ana, bob]) expect(session?.startedAt).toBeLessThanOrEqual(at)
})

test.each([
  ['ana', 'bob', 2],
  ['ana', 'ana', 1],
])('%s and %s, who sign in in two tabs at one moment, have %i session', async (one, other, count) => {
  const browser = openBrowser()
  const tabs = [browser.open(null)]
  await browser.advance(1_000)
  tabs.push(browser.open(null))
  await browser.advance(1_000)
  tabs.forEach((tab, index) => tab.track(`nobody ${index}`))
  await browser.advance(1_000)
  browser.disk.isLate = true
  tabs[0]?.signIn(tokenOf(one), 'first 0')
  tabs[1]?.signIn(tokenOf(other), 'first 1')
  await browser.advance(100)
  tabs.forEach((tab, index) => tab.track(`second ${index}`))
  browser.disk.isLate = false
  await browser.advance(1_000)
  tabs.forEach((tab, index) => tab.track(`third ${index}`))
  const nobody = [await browser.eventOf('nobody 0'), await browser.eventOf('nobody 1')]
  expect(nobody[0]?.session).toEqual(nobody[1]?.session)
  const sessions = []
  for (const index of [0, 1]) {
    const events = []
    for (const which of ['first', 'second', 'third']) events.push(await browser.eventOf(`${which} ${index}`))
    expect(events.map(({ who }) => who)).toEqual(Array(3).fill(index === 0 ? one : other))
    expect(new Set(events.map(({ session }) => session?.id)).size).toBe(1)
    for (const { session, at } of events) expect(session?.startedAt).toBeLessThanOrEqual(at)
    sessions.push(events[0]?.session?.id)
  }
  expect(new Set(sessions).size).toBe(count)
  expect(sessions).toContain(nobody[0]?.session?.id)
})

test.each(['hangs', 'refuses'] as const)(
  'where the database %s, events have the session that the page knows',
  async (how) => {
    const browser = openBrowser()
    const page = browser.open(null)
    await browser.advance(1_000)
    browser.disk.decide = how === 'hangs' ? () => NEVER : async () => undefined
    page.track('of nobody')
    const decided = browser.open(null)
    await browser.advance(1_000)
    decided.signIn(tokenOf('ana'), 'of ana')
    await browser.advance(10_000)
    const [nobody, ana] = [await browser.eventOf('of nobody'), await browser.eventOf('of ana')]
    expect([ana.who, ana.session]).toEqual(['ana', nobody.session])
  },
)

test('events of a token that who-am-i refuses stay in the session of before', async () => {
  const browser = openBrowser()
  const page = browser.open(null)
  await browser.advance(1_000)
  page.track('of nobody')
  page.signIn(tokenOf('stranger'), 'of a stranger')
  await browser.advance(100)
  const [before, refused] = [await browser.eventOf('of nobody'), await browser.eventOf('of a stranger')]
  expect(refused.who).toBeUndefined()
  expect(refused.session).toEqual(before.session)
})

test('what tells persons apart is neither sent nor kept with an event', async () => {
  const browser = openBrowser()
  const page = browser.open(tokenOf('ana'))
  await browser.advance(1_000)
  browser.isSlow = true
  page.signIn(tokenOf('bob'), 'first')
  await browser.answer()
  const { event } = await browser.eventOf('first')
  expect(Object.keys(event).sort()).toEqual(
    ['at', 'epoch', 'id', 'identity', 'moment', 'n', 'name', 'page', 'properties', 'url'].sort(),
  )
  expect(Object.keys(event.moment?.session ?? {}).sort()).toEqual(['id', 'startedAt'])
})
