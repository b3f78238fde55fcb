import { describe, expect, it } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { known, open, RESOLVING, SIGNED_OUT, SPACE } from './openConsent.suite.ts'

/** A page with its second stage, on which this user is. */
function openPage(who: Identity, disk?: ReturnType<typeof open>['disk']) {
  const page = open({}, {}, disk)
  page.connect()
  page.start()
  page.be(who)
  return page
}

/** Two tabs of one browser with the same user. */
function openTabs(who: Identity) {
  const first = openPage(who)
  return [first, openPage(who, first.disk)] as const
}

describe('a decision of another tab', () => {
  it('is heard, and records nothing here', async () => {
    const [first, second] = openTabs(known('ida'))
    first.consent.set({ analytics: true })
    await second.hear()
    expect([second.purposes()['analytics'], second.recorded]).toEqual(['granted', []])
  })

  it('that is earlier than the one of this tab does not replace it, and is no other decision', async () => {
    const [first, second] = openTabs(known('ida'))
    first.consent.set({ analytics: true })
    const [key = ''] = first.disk.storage.keys('consent:')
    const earlier = first.disk.storage.get(key) ?? ''
    await second.clock.advance(10)
    second.consent.set({ analytics: false })
    const later = first.disk.storage.get(key)
    first.disk.storage.set(key, earlier)
    await second.hear()
    expect([second.purposes()['analytics'], second.recorded.length]).toEqual(['denied', 1])
    expect(first.disk.storage.get(key)).toBe(later)
  })

  it('about another purpose holds beside the one of this tab, and both are recorded as one', async () => {
    const [first, second] = openTabs(known('ida'))
    first.consent.set({ monitoring: true, analytics: true })
    const [key = ''] = first.disk.storage.keys('consent:')
    const earlier = first.disk.storage.get(key) ?? ''
    first.disk.storage.remove(key)
    await second.clock.advance(10)
    second.consent.set({ messaging: false })
    first.disk.storage.set(key, earlier)
    await second.hear()
    expect([second.purposes()['analytics'], second.recorded.length]).toEqual(['granted', 2])
    await second.hear()
    await first.hear()
    expect([first.recorded.length, second.recorded.length]).toEqual([1, 2])
  })

  it('of a visitor is gone when the visitor has signed in there', async () => {
    const [first, second] = openTabs(SIGNED_OUT)
    second.consent.set({ analytics: true })
    await first.hear()
    first.be(known('ida'))
    await second.hear()
    expect(second.purposes()['analytics']).toBe('pending')
    expect(second.disk.storage.keys('consent:')).toHaveLength(1)
  })
})

describe('what a tab stores that has not heard of a withdrawal', () => {
  const KEYS = [`used:${SPACE}#1`, `unwritten:${SPACE}#1:e1:add`, `session:${SPACE}`]

  async function storeLate(choice: boolean) {
    const [first] = openTabs(known('ida'))
    first.disk.storage.set(KEYS[0] ?? '', '1')
    first.consent.set({ analytics: choice })
    for (const key of KEYS) first.disk.storage.set(key, '{"event":{"identity":{"id":"ida"}}}')
    await first.hear(KEYS[0])
    await first.clock.advance(50)
    return KEYS.filter((key) => first.disk.storage.get(key) !== undefined)
  }

  it('is removed by a tab that has', async () => {
    expect(await storeLate(false)).toEqual([])
  })

  it('is removed by a tab that has, and is deleted from the database again', async () => {
    const [first, second] = openTabs(known('ida'))
    first.disk.storage.set(`used:${SPACE}#1`, '1')
    first.consent.set({ analytics: false })
    first.permits.settling(Promise.resolve(true))
    await second.hear()
    // Each tab deletes what it has stored itself.
    expect([first.permits.mustDelete(), second.permits.mustDelete()]).toEqual([false, true])
    let count = 0
    first.permits.watch(() => (count += 1))
    first.disk.storage.set(`used:${SPACE}#1`, '2')
    await first.hear(`used:${SPACE}#1`)
    await first.clock.advance(50)
    expect([count, first.permits.mustDelete()]).toEqual([1, true])
  })

  it.each([
    [false, 1],
    [true, 0],
  ])(
    'is looked for once where another tab may have left it, if something is denied here: %s',
    async (choice, looks) => {
      const [first] = openTabs(known('ida'))
      first.consent.set({ analytics: choice })
      let count = 0
      first.permits.watch(() => (count += 1))
      first.disk.storage.set(`consent:${SPACE}!`, '{"at":1}')
      await first.hear()
      await first.hear()
      expect(count).toBe(looks)
    },
  )

  it('stays when the withdrawal was long ago: it may be that of another user', async () => {
    const [first] = openTabs(known('ida'))
    first.disk.storage.set(`used:${SPACE}#1`, '1')
    first.consent.set({ analytics: false })
    await first.clock.advance(5_000)
    first.disk.storage.set(`used:${SPACE}#1`, '2')
    await first.hear(`used:${SPACE}#1`)
    await first.clock.advance(50)
    expect(first.disk.storage.get(`used:${SPACE}#1`)).toBe('2')
  })

  it('stays if it is allowed', async () => {
    expect(await storeLate(true)).toEqual(KEYS)
  })
})

describe('a person whom another tab has forgotten', () => {
  it('is denied everything here, until a decision is made there again', async () => {
    const [first, second] = openTabs(known('ida'))
    second.consent.set({ analytics: true })
    void first.forget()
    await second.hear()
    expect(second.purposes()['analytics']).toBe('denied')
    const next = openPage(known('ida'), first.disk)
    next.consent.set({ analytics: true })
    for (const page of [first, second]) await page.hear()
    expect([first.purposes()['analytics'], second.purposes()['analytics']]).toEqual(['granted', 'granted'])
  })

  it('and who was here before is told to those that hold events, once', async () => {
    const [first, second] = openTabs(known('ida'))
    second.be(known('otto'))
    let count = 0
    second.permits.watch(() => (count += 1))
    await second.hear()
    expect([count, second.permits.isForgotten('ida')]).toEqual([0, false])
    void first.forget()
    await second.hear()
    await second.hear()
    expect([count, second.permits.isForgotten('ida'), second.permits.isForgotten('otto')]).toEqual([1, true, false])
  })
})

describe('what must be deleted of a page that has ended', () => {
  it('is what happened until then', () => {
    const page = openPage(known('ida'))
    void page.forget()
    const { permits } = openPage(known('otto'), page.disk)
    const at = page.clock.now()
    expect([at - 1, at, at + 1].map((when) => permits.isForgotten('ida', when))).toEqual([true, true, false])
    expect([permits.isForgotten('ida'), permits.isForgotten('otto', at), permits.mustDelete()]).toEqual([
      ...[false, false, true],
    ])
  })

  it('is not asked for in a browser in which nothing is to be deleted, which has nothing stored by that', () => {
    const { disk, permits } = openPage(known('ida'))
    const before = disk.storage.keys('')
    disk.storage.remove('salt')
    expect([permits.isForgotten('ida', 1), permits.mustDelete()]).toEqual([false, false])
    expect(disk.storage.keys('')).toEqual(before.filter((key) => key !== 'salt'))
  })
})

describe('what pages have decided together', () => {
  it.each(['visitor', 'session'])('is deleted when what stands behind it is denied: %s', (use) => {
    const page = open({ purposes: { [use]: 'statistics' } })
    page.connect()
    page.start()
    page.be(known('ida'))
    page.consent.set({ analytics: false, statistics: true })
    const other = page.calls.deleteDecisions
    page.consent.set({ analytics: true, statistics: true })
    page.calls.deleteDecisions = 0
    page.consent.set({ statistics: false })
    expect([other > 0, page.calls.deleteDecisions > 0]).toEqual([true, true])
  })

  it('is there otherwise', () => {
    const page = openPage(known('ida'))
    page.consent.set({ analytics: true, monitoring: false })
    expect(page.calls.deleteDecisions).toBe(0)
  })
})

describe('forget()', () => {
  it.each([RESOLVING, { status: 'unknown', reason: 'failed', epoch: '' } as const])(
    'is ignored while it is not known who is here: %j',
    async (who) => {
      const page = openPage(who)
      expect(await page.forget()).toEqual({ isRequested: false, status: 0 })
      expect(page.warned).toEqual(['forget() was ignored: the user is impersonated, or not known yet. (T200)'])
      expect(page.permits.mustDelete()).toBe(false)
    },
  )

  it('does not read the token without an address, so that its failure is no uncaught error', async () => {
    let count = 0
    const page = open({}, { auth: { token: async () => (count += 1) } })
    page.connect()
    page.start()
    page.be(known('ida'))
    await page.forget()
    expect(count).toBe(0)
  })

  it('waits until what was to be deleted is deleted, and says what the application has answered', async () => {
    const page = openPage(known('ida'))
    let finish: (isDone: boolean) => void = () => {}
    page.permits.settling(new Promise((resolve) => (finish = resolve)))
    let isDone = false
    const answer = page.forget().then(() => (isDone = true))
    await page.clock.advance(1_000)
    expect(isDone).toBe(false)
    finish(true)
    await answer
    expect(page.warned).toEqual([
      'The user is forgotten in this browser. The application has answered with status 0. (T203)',
    ])
  })

  it('keeps the mark of a user of whom something is left', async () => {
    const page = openPage(known('ida'))
    void page.forget()
    page.permits.settling(Promise.resolve(false))
    await page.clock.advance(1)
    expect(openPage(known('otto'), page.disk).permits.mustDelete()).toBe(true)
    page.permits.settling(Promise.resolve(true))
    await page.clock.advance(1)
    expect(openPage(known('otto'), page.disk).permits.mustDelete()).toBe(false)
    expect(page.disk.storage.keys(`consent:${SPACE}!`)).toHaveLength(1)
  })
})
