import { describe, expect, it } from 'vitest'
import { createListeners } from '../core/lib/listeners.ts'
import type { EventDraft, MomentSession } from '../core/model/event.ts'
import type { Identity, Person } from '../core/model/identity.ts'
import type { StepCall } from '../core/step.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createSession } from './session.ts'

const MINUTE = 60_000
const KEY = 'visit:Desk'
const START = Date.UTC(2026, 0, 1)
const known = (id: string, mimic_user?: string): Identity => ({
  ...{ status: 'known', epoch: 'e-2', name: id, displayIdentity: id },
  person: { unique_identity: id, ...(mimic_user && { mimic_user }) } as Person,
})
const nobody = (reason: 'signed-out' | 'refused' | 'failed' = 'signed-out'): Identity => ({
  ...{ status: 'unknown', epoch: 'e-3' },
  reason,
})
const CALL: StepCall = { name: 'one', at: 0, url: '', properties: {} }

interface TabOptions {
  disk?: ReturnType<typeof fakeDisk>
  atMs?: number
  identity?: Identity
  isPrerendered?: boolean
}

function openTab({ disk = fakeDisk(), atMs = START, identity, isPrerendered = false }: TabOptions = {}) {
  const platform = fakePlatform(undefined, disk, atMs)
  platform.isPrerendered = isPrerendered
  const activity = createListeners<[]>()
  const host = fakeHost(platform, identity)
  const step = createSession(activity.add)
  const stop = step.start?.({ '~host': host } as never)
  return {
    ...{ platform, host, disk, stop, activity },
    be: activity.notify,
    /** What other tabs have written reaches this one. */
    hear: platform.settle,
    complete: (...[draft, deciding]: Parameters<NonNullable<(typeof step)['~complete']>>) =>
      step['~complete']?.(draft, deciding),
    now: () => step.enrich?.(CALL)?.moment?.session as MomentSession,
    wait: (minutes: number) => platform.clock.advance(minutes * MINUTE),
    stored: () => JSON.parse(disk.storage.get(KEY) ?? 'null') as unknown,
  }
}

/** Several tabs of one browser, on one clock. */
function openTabs(count: number) {
  const disk = fakeDisk()
  const tabs = Array.from({ length: count }, () => openTab({ disk }))
  return { tabs, disk, wait: async (minutes: number) => void (await Promise.all(tabs.map((tab) => tab.wait(minutes)))) }
}

describe('how long a session lasts', () => {
  it('a page that is loaded begins a session, which has an id and its time', () => {
    const tab = openTab()
    expect(tab.now()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, startedAt: START })
    expect(Object.isFrozen(tab.now())).toBe(true)
    expect(tab.stored()).toMatchObject({ ...tab.now(), lastAt: START })
  })

  it('activity within 30 minutes continues it, over pages too', async () => {
    const tab = openTab()
    const first = tab.now()
    await tab.wait(29)
    tab.be()
    await tab.wait(29)
    tab.be()
    expect(tab.now()).toEqual(first)
    const later = openTab({ disk: tab.disk, atMs: START + 80 * MINUTE })
    expect(later.now()).toEqual(first)
  })

  it('30 minutes without activity end it, on a visible page too: the next activity begins another one', async () => {
    const tab = openTab()
    const first = tab.now()
    await tab.wait(30)
    expect(tab.now()).toEqual(first)
    expect(tab.stored()).toMatchObject({ id: first.id, lastAt: START })
    tab.be()
    expect(tab.now().id).not.toBe(first.id)
    expect(tab.now().startedAt).toBe(START + 30 * MINUTE)
  })

  it('it ends after 24 hours, however active the user is', async () => {
    const tab = openTab()
    const first = tab.now()
    for (let minutes = 0; minutes < 24 * 60 - 20; minutes += 20) {
      await tab.wait(20)
      tab.be()
    }
    expect(tab.now()).toEqual(first)
    await tab.wait(20)
    tab.be()
    expect(tab.now().id).not.toBe(first.id)
  })

  it('keys are not a write each, and no second of activity is lost in the own tab', async () => {
    const tab = openTab()
    const before = tab.disk.storage.get(KEY)
    await tab.platform.clock.advance(900)
    tab.be()
    expect(tab.disk.storage.get(KEY)).toBe(before)
    await tab.platform.clock.advance(100)
    tab.be()
    expect(tab.disk.storage.get(KEY)).not.toBe(before)
  })

  it('close ends it: no listener is left', () => {
    const tab = openTab()
    tab.stop?.()
    expect(tab.activity.size).toBe(0)
    const before = tab.stored()
    tab.host.identity.set(known('ada'))
    expect(tab.stored()).toEqual(before)
  })
})

describe('several tabs', () => {
  it('all tabs have one session, and the activity in one of them continues it for all', async () => {
    const { tabs, wait } = openTabs(3)
    const [one, two, three] = tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]]
    for (let count = 0; count < 5; count += 1) {
      await wait(20)
      one.be()
    }
    expect(two.now()).toEqual(one.now())
    three.be()
    expect(three.now()).toEqual(one.now())
    expect(one.now().startedAt).toBe(START)
  })

  it('a tab whose session is over takes the next one of another tab with its own activity, and not before', async () => {
    const { tabs, wait } = openTabs(2)
    const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
    const first = one.now()
    await wait(40)
    one.be()
    await one.hear()
    expect(one.now().id).not.toBe(first.id)
    const record = one.stored()
    // The idle tab records an event by itself.
    expect(two.now()).toEqual(first)
    expect(two.stored()).toEqual(record)
    two.be()
    expect(two.now()).toEqual(one.now())
  })

  it('a tab that opens after another one has expired begins one session for both', async () => {
    const { tabs, wait, disk } = openTabs(1)
    await wait(31)
    const late = openTab({ disk, atMs: START + 31 * MINUTE })
    await late.hear()
    tabs[0]?.be()
    expect(tabs[0]?.now()).toEqual(late.now())
  })

  it('after a sign-out in another tab, a tab keeps a session until it is active, and it is never without one', async () => {
    const disk = fakeDisk()
    const one = openTab({ disk, identity: known('ada') })
    const two = openTab({ disk, identity: known('ada') })
    const first = one.now()
    one.host.identity.set(nobody())
    expect(one.now().id).not.toBe(first.id)
    expect(two.now()).toEqual(first)
    await two.hear()
    two.host.identity.set(nobody())
    expect(two.now()).toEqual(one.now())
  })

  it('two tabs with two persons never share a session, and take none from each other', () => {
    const disk = fakeDisk()
    const one = openTab({ disk, identity: known('ada') })
    const two = openTab({ disk, identity: known('ben') })
    const [first, second] = [one.now(), two.now()]
    expect(first.id).not.toBe(second.id)
    for (let count = 0; count < 3; count += 1) for (const tab of [one, two]) tab.be()
    expect([one.now(), two.now()]).toEqual([first, second])
  })

  it('an idle tab that learns who its user is does not overwrite the session that another tab has begun', async () => {
    const { tabs, wait } = openTabs(2)
    const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
    await wait(40)
    one.be()
    await one.hear()
    const record = one.stored()
    two.host.identity.set(known('ada'))
    expect(one.stored()).toEqual(record)
  })
})

describe('who is signed in', () => {
  const changes: [string, Identity | undefined, Identity, boolean][] = [
    ['a first identification', undefined, known('ada'), false],
    ['a sign-in of nobody', nobody(), known('ada'), false],
    ['the same person again', known('ada'), known('ada'), false],
    ['a question that fails', known('ada'), nobody('failed'), false],
    ['a question that is asked again', known('ada'), { status: 'resolving', epoch: 'e-9' }, false],
    ['a sign-out', known('ada'), nobody(), true],
    ['a token that is refused', known('ada'), nobody('refused'), true],
    ['another person', known('ada'), known('ben'), true],
    ['the beginning of an impersonation', known('ada'), known('ben', 'ada'), true],
    ['the end of an impersonation', known('ada', 'ben'), known('ada'), true],
  ]

  it.each(changes)('%s: another session is %4$s', (_, before, after, isNew) => {
    const tab = openTab({ ...(before && { identity: before }) })
    const first = tab.now()
    tab.host.identity.set(after)
    expect(tab.now().id !== first.id).toBe(isNew)
  })

  it.each(changes.slice(4))('%s over a load of the page: another session is %4$s', (_, before, after, isNew) => {
    const tab = openTab({ ...(before && { identity: before }) })
    const later = openTab({ disk: tab.disk })
    later.host.identity.set(after)
    expect(later.now().id !== tab.now().id).toBe(isNew)
  })

  it('the record has neither the id of the person nor that of the impersonator', () => {
    const tab = openTab({ identity: known('ada@first.example', 'sam@support.example') })
    expect(JSON.stringify(tab.stored())).not.toMatch(/ada|sam/)
  })
})

describe('the clock', () => {
  it.each([
    ['a minute back', -1, false],
    ['a day back', -24 * 60, true],
    ['a year forward', 365 * 24 * 60, true],
    ['a minute forward', 1, false],
  ])('a clock that is set %s: another session is %3$s, and it lasts as any other', async (_, minutes, isNew) => {
    const tab = openTab()
    const later = openTab({ disk: tab.disk, atMs: START + minutes * MINUTE })
    expect(later.now().id !== tab.now().id).toBe(isNew)
    const second = later.now()
    await later.wait(31)
    later.be()
    expect(later.now().id).not.toBe(second.id)
  })
})

describe('the record', () => {
  it.each(
    [
      ['', '{', 'null', '5', '[]', '{}'],
      ['{"id":5,"startedAt":1,"lastAt":1}'],
      [`{"id":"","startedAt":${START},"lastAt":${START}}`],
      [`{"id":"a","startedAt":"${START}","lastAt":${START}}`],
      [`{"id":"a","startedAt":${START},"lastAt":null}`],
      [`{"id":"a","startedAt":${START},"lastAt":1e999}`],
      [`{"id":"${'a'.repeat(1_000)}","startedAt":${START},"lastAt":${START}}`],
      [`{"id":{"a":1},"startedAt":${START},"lastAt":${START}}`],
    ]
      .flat()
      .map((text) => [text.slice(0, 80), text]),
  )('a damaged one begins a session: %s', (_, text) => {
    const disk = fakeDisk()
    disk.storage.set(KEY, text)
    const tab = openTab({ disk })
    expect(tab.now()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, startedAt: START })
    expect(tab.stored()).toMatchObject(tab.now())
  })

  it('one whose end lies in the future does not last for ever', () => {
    const disk = fakeDisk()
    const far = START + 10 * 365 * 24 * 60 * MINUTE
    disk.storage.set(KEY, JSON.stringify({ id: 'a', startedAt: far, lastAt: far }))
    expect(openTab({ disk }).now().id).not.toBe('a')
  })

  it('one that is damaged while the page is open costs no session', async () => {
    const tab = openTab()
    const first = tab.now()
    tab.disk.storage.set(KEY, 'damage')
    await tab.wait(1)
    tab.be()
    expect(tab.now()).toEqual(first)
    tab.disk.storage.remove(KEY)
    tab.be()
    expect(tab.stored()).toMatchObject(first)
  })

  it('without storage, the page has a session of its own', async () => {
    const disk = fakeDisk()
    disk.condition = 'refuses'
    const tab = openTab({ disk })
    const first = tab.now()
    await tab.wait(20)
    tab.be()
    await tab.wait(20)
    tab.be()
    expect(tab.now()).toEqual(first)
    await tab.wait(31)
    tab.be()
    expect(tab.now().id).not.toBe(first.id)
    expect(tab.disk.storage.keys('')).toEqual([])
  })

  it('a page that is prerendered stores nothing until it is shown, and has the session of the other tabs then', async () => {
    const tab = openTab({ isPrerendered: true })
    expect(tab.now()).toBeDefined()
    expect(tab.disk.storage.keys('')).toEqual([])
    const other = openTab({ disk: tab.disk })
    await tab.hear()
    tab.platform.activate()
    expect(tab.now()).toEqual(other.now())
  })
})

describe('an event whose person was not known when it happened', () => {
  const waiting: (() => void)[] = []
  const again = () => waiting.splice(0).forEach((go) => go())
  /** Completes a draft of this person in a tab, as often as the step asks for it. */
  async function complete(tab: ReturnType<typeof openTab>, draft: Partial<EventDraft>) {
    const whole = { name: 'one', at: START, properties: {}, ...draft } as EventDraft
    for (let tries = 0; tries < 9; tries += 1) {
      const done = tab.complete(whole, { decide: tab.platform.decide, again })
      if (done) return done.moment?.session
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    throw new Error('The step asks for ever.')
  }
  const of = (id: string, tab: ReturnType<typeof openTab>, at = START): Partial<EventDraft> => ({
    ...{ identity: { id }, at, moment: { session: tab.now() } },
  })

  it('the first person who is known continues the session of nobody', async () => {
    const tab = openTab({ identity: nobody() })
    expect(await complete(tab, of('ada', tab))).toEqual(tab.now())
  })

  it('persons who are known later have one session each, over all tabs', async () => {
    const disk = fakeDisk()
    const [one, two] = [openTab({ disk, identity: nobody() }), openTab({ disk, identity: nobody() })]
    const drafts = [of('ben', one, START + 5), of('ben', two, START + 9), of('cyd', two, START + 7)]
    const ada = await complete(one, of('ada', one))
    const [ben, inOther, cyd] = await Promise.all(drafts.map((draft, index) => complete(index > 0 ? two : one, draft)))
    expect(inOther).toEqual(ben)
    expect(new Set([ada, ben, cyd].map((session) => session?.id)).size).toBe(3)
    expect(ben?.startedAt).toBe(START + 5)
  })

  it('a session does not begin after its event, in whatever order the events are completed', async () => {
    const disk = fakeDisk()
    const [one, two] = [openTab({ disk, identity: nobody() }), openTab({ disk, identity: nobody() })]
    await complete(one, of('ada', one))
    const late = await complete(one, of('ben', one, START + 9))
    const early = await complete(two, of('ben', two, START + 5))
    expect([late?.startedAt, early?.startedAt]).toEqual([START + 9, START + 5])
    expect(await complete(one, of('ben', one, START + 6))).toEqual(early)
  })

  it.each(['', '{', '{"id":5}'])('a decision that another script has damaged holds no event back: %s', async (text) => {
    const tab = openTab({ identity: nobody() })
    await complete(tab, of('ada', tab))
    tab.platform.decide = () => Promise.resolve(text)
    expect(await complete(tab, of('ben', tab))).toMatchObject({ startedAt: START })
  })

  it('without a database, the page gives each person one session', async () => {
    const tab = openTab({ identity: nobody() })
    tab.platform.decide = () => Promise.resolve(undefined)
    const ada = await complete(tab, of('ada', tab))
    const ben = await complete(tab, of('ben', tab))
    expect(ben?.id).not.toBe(ada?.id)
    expect(await complete(tab, of('ben', tab, START + 5))).toEqual(ben)
  })
})
