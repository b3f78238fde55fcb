import { describe, expect, test } from 'vitest'
import { visitor as visitorOfBrowser } from '../../visitor.ts'
import { JOIN, openBrowser, type Page, type PageOptions, tokenOf, UUID } from './visitorBrowser.suite.ts'

/** A browser in which nobody is signed in, a page of it, and its visitor. */
async function visit(options: PageOptions = {}) {
  const browser = openBrowser()
  const page = await browser.open(options)
  return { browser, page, visitor: visitorOf(page) }
}

/** The visitor of a page that must have one. */
function visitorOf(page: Page): string {
  const visitor = page.visitor()
  expect(visitor).toMatch(UUID)
  return visitor ?? ''
}

/** A page that is opened after this one has been left. */
async function reopen({ browser, page }: Pick<Awaited<ReturnType<typeof visit>>, 'browser' | 'page'>) {
  page.leave()
  return browser.open()
}

describe('a visitor', () => {
  test('has an id in the identity, in the load event and in each event while nobody is signed in', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    expect(page.identity()).toMatchObject({ status: 'unknown', reason: 'signed-out', visitor })
    expect(await browser.tracked()).toEqual([['a', { visitor }]])
    expect(browser.stored().map(({ identity }) => identity)).toEqual(browser.stored().map(() => ({ visitor })))
  })

  test('is the same in a page that is reloaded, in the next page and in another tab', async () => {
    const { browser, page, visitor } = await visit()
    const tab = await browser.open()
    tab.track('a')
    expect(visitorOf(tab)).toBe(visitor)
    page.leave()
    tab.crash()
    const next = await browser.open()
    next.track('b')
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { visitor }],
    ])
  })

  test.each([undefined, null])('does not exist when identity.visitor is %s', async (setting) => {
    const browser = openBrowser()
    const page = await browser.open({ visitor: setting })
    page.track('a')
    await page.signIn('ida')
    page.track('b')
    await page.signOut()
    expect(page.identity()).not.toHaveProperty('visitor')
    expect(await browser.tracked()).toEqual([
      ['a', {}],
      ['b', { id: 'ida' }],
    ])
    expect(await browser.joins()).toEqual([])
  })

  test('has no part in the events of a person who is signed in', async () => {
    const browser = openBrowser()
    browser.token = tokenOf('ida')
    const page = await browser.open()
    page.track('a')
    expect(page.identity()).not.toHaveProperty('visitor')
    expect(await browser.tracked()).toEqual([['a', { id: 'ida' }]])
    expect(await browser.joins()).toEqual([])
  })

  test.each(['down', 'lost', 'refuses'] as const)('does not exist while who-am-i %s', async (health) => {
    const { browser, page, visitor } = await visit()
    browser.whoAmI = health
    await page.signIn('ida')
    await browser.advance(10_000)
    expect(page.identity()).toMatchObject({ status: 'unknown', reason: health === 'refuses' ? 'refused' : 'failed' })
    expect(page.identity()).not.toHaveProperty('visitor')
    // Events of the first minute wait for the answer; later ones do not.
    await browser.advance(100_000)
    page.track('a')
    expect(await browser.tracked()).toEqual([['a', {}]])
    expect(browser.contexts.at(-1)).toMatchObject({ anonymous: true })
    expect(browser.contexts.at(-1)?.key).not.toBe(visitor)
    expect(await browser.joins()).toEqual([])
  })

  test('is of one application: two layers on one page do not share it', async () => {
    const browser = openBrowser()
    const one = await browser.open({ app: 'Rental Desk' })
    const other = await browser.open({ app: 'Fleet' })
    expect(visitorOf(other)).not.toBe(visitorOf(one))
    const again = await browser.open({ app: 'Fleet' })
    expect(visitorOf(again)).toBe(visitorOf(other))
  })

  test('of an event that was tracked before the token was known is the one that the answer gives', async () => {
    const browser = openBrowser()
    const page = await browser.open({ token: undefined })
    page.track('a')
    expect(page.identity().status).toBe('resolving')
    expect(page.identity()).not.toHaveProperty('visitor')
    page.setToken(null)
    await browser.advance(3_000)
    expect(await browser.tracked()).toEqual([['a', { visitor: visitorOf(page) }]])
  })

  test('is on an event of a page that ended before it knew its token only if the browser had this visitor then', async () => {
    const { browser, page, visitor } = await visit()
    page.leave()
    const slow = await browser.open({ token: undefined })
    slow.track('a')
    slow.leave()
    await browser.open({ token: null })
    await browser.advance(200_000)
    const [a] = await browser.tracked()
    expect([{}, { visitor }]).toContainEqual(a?.[1])
  })

  test('stays the same when the application asks again a hundred times', async () => {
    const { browser, page, visitor } = await visit()
    for (let time = 0; time < 100; time += 1) void page.layer.identity.refresh()
    await browser.advance(1_000)
    page.track('a')
    expect(page.visitor()).toBe(visitor)
    expect(await browser.tracked()).toEqual([['a', { visitor }]])
  })

  test.each([-86_400_000 * 400, 86_400_000 * 400])('stays the same when the clock is set by %i ms', async (skew) => {
    const { browser, page, visitor } = await visit()
    browser.skew = skew
    const next = await reopen({ browser, page })
    next.track('a')
    expect(await browser.tracked()).toEqual([['a', { visitor }]])
    await next.signIn('ida')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('is in the context of the flags, and not in another address, header, request or message', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    await page.signOut()
    const second = visitorOf(page)
    page.layer.flags.variation('plan', 'none')
    await browser.advance(60_000)
    page.leave()
    const said = [...browser.requested, ...browser.logged].join()
    for (const id of [visitor, second]) expect(said).not.toContain(id)
  })

  test('does not exist on a server', async () => {
    const { createTelltale } = await import('../../index.ts')
    const settings = { app: 'Desk', identity: { person: () => null, visitor: visitorOfBrowser() } }
    const telltale = createTelltale(settings)
    expect(telltale.identity.current.get()).not.toHaveProperty('visitor')
    telltale.close()
  })

  test.each([true, false, 'yes', 1, {}])('needs what visitor() returns as the setting: %j throws', async (setting) => {
    await expect(openBrowser().open({ visitor: setting })).rejects.toThrow(
      'Telltale cannot start. Set identity.visitor to visitor() of telltale/visitor. (T22)',
    )
  })
})

describe('the flags of a visitor', () => {
  test('have an anonymous context of the kind user with the id of the visitor as its key', async () => {
    const { browser, page, visitor } = await visit()
    expect(browser.contexts.at(-1)).toMatchObject({ kind: 'user', key: visitor, anonymous: true })
    await reopen({ browser, page })
    expect(browser.contexts.map(({ key }) => key)).toEqual(browser.contexts.map(() => visitor))
  })

  test('have the new key after a person has signed out', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    expect(browser.contexts.at(-1)).toMatchObject({ kind: 'user', key: 'ida' })
    await page.signOut()
    expect(browser.contexts.at(-1)).toMatchObject({ kind: 'user', key: visitorOf(page), anonymous: true })
    expect(visitorOf(page)).not.toBe(visitor)
  })

  test('are in force in the events of the visitor', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await browser.tracked()
    const a = browser.stored().find(({ name }) => name === 'a')
    expect([a?.identity, a?.properties['LDFF: plan']]).toEqual([{ visitor }, 'a'])
  })
})

describe('a visitor who signs in', () => {
  test('is joined to the person by one event, and is removed from the browser', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await page.signIn('ida')
    page.track('b')
    expect(page.identity()).not.toHaveProperty('visitor')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'ida' }],
    ])
    expect(browser.keysWith(visitor)).toEqual([])
    await page.signOut()
    expect(visitorOf(page)).not.toBe(visitor)
  })

  test('is joined before the events that follow the sign-in', async () => {
    const { browser, page } = await visit()
    await page.signIn('ida')
    page.track('b')
    page.track('c')
    await browser.advance(10_000)
    const names = [...browser.stored()].sort((one, other) => one.n - other.n).map(({ name }) => name)
    expect(names.filter((name) => !name.startsWith('Load'))).toEqual([JOIN, 'b', 'c'])
    const order = browser.stored().map(({ name }) => name)
    expect(order.indexOf(JOIN)).toBeGreaterThanOrEqual(0)
    expect(order.indexOf(JOIN)).toBeLessThan(order.indexOf('b'))
  })

  test('is joined in events for collectors only', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    page.track('b')
    await browser.advance(10_000)
    expect(browser.handed.map(({ name }) => name)).toContain('b')
    expect(browser.handed.map(({ name }) => name)).not.toContain(JOIN)
    expect(
      browser.handed
        .filter(({ identity }) => identity.id !== undefined)
        .map((event) => JSON.stringify(event))
        .join(),
    ).not.toContain(visitor)
    expect((await browser.joins()).length).toBe(1)
  })

  test('is joined once when the application asks again and again, and when pages follow', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    for (let time = 0; time < 50; time += 1) void page.layer.identity.refresh()
    await browser.advance(1_000)
    const next = await reopen({ browser, page })
    await next.signIn('ida', 2)
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('keeps the event before a sign-in in the same task, and the person has the event after it', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    page.setToken(tokenOf('ida'))
    void page.layer.identity.refresh()
    page.track('b')
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'ida' }],
    ])
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('is joined when a page is loaded between the sign-out page and the sign-in', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    const second = await reopen({ browser, page })
    browser.token = tokenOf('ida')
    const third = await reopen({ browser, page: second })
    third.track('b')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'ida' }],
    ])
  })

  test.each(['leave', 'crash'] as const)('is joined once, whatever happens: the page does %s at once', async (how) => {
    const { browser, page, visitor } = await visit()
    browser.collector = 'down'
    await page.signIn('ida')
    page[how]()
    browser.collector = 'up'
    const next = await browser.open()
    await browser.advance(200_000)
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    await next.signOut()
    expect(visitorOf(next)).not.toBe(visitor)
  })

  test("stays the same over pages with a token that is nobody's, and is joined when it becomes somebody's", async () => {
    const browser = openBrowser()
    browser.token = tokenOf('ida')
    browser.whoAmI = 'says nobody'
    const first = await browser.open()
    const visitor = visitorOf(first)
    first.track('a')
    await browser.advance(1_000)
    first.leave()
    const second = await browser.open()
    expect(visitorOf(second)).toBe(visitor)
    void second.layer.identity.refresh()
    await browser.advance(1)
    expect(visitorOf(second)).toBe(visitor)
    second.track('b')
    browser.whoAmI = 'up'
    await second.signIn('ida')
    second.track('c')
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { visitor }],
      ['c', { id: 'ida' }],
    ])
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('begins an epoch in a tab whose visitor another tab has ended: what waits there belongs to the visitor before', async () => {
    const { browser, page, visitor } = await visit()
    const tab = await browser.open()
    expect(visitorOf(tab)).toBe(visitor)
    const { epoch } = tab.identity()
    await page.signIn('ida')
    await page.signOut()
    await browser.advance(10)
    expect(visitorOf(tab)).not.toBe(visitor)
    expect(tab.identity().epoch).not.toBe(epoch)
  })

  test('is joined once when two tabs sign in at the same time', async () => {
    const { browser, page, visitor } = await visit()
    const tab = await browser.open()
    for (const one of [page, tab]) {
      one.setToken(tokenOf('ida'))
      void one.layer.identity.refresh()
    }
    await browser.advance(1_000)
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    expect([page.identity().status, tab.identity().status]).toEqual(['known', 'known'])
  })

  test('is joined once when the answers to two tabs come together and name two people', async () => {
    const { browser, page, visitor } = await visit()
    const tab = await browser.open()
    browser.whoAmI = 'slow'
    await page.signIn('ida')
    await tab.signIn('otto')
    await browser.answer()
    const joins = await browser.joins()
    expect(joins.filter(([, id]) => id === visitor)).toHaveLength(1)
    expect(joins).toHaveLength(1)
  })

  test('is another one after each sign-out: two people never share a visitor', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await page.signIn('ida')
    page.track('b')
    await page.signOut()
    const second = visitorOf(page)
    page.track('c')
    await page.signIn('otto')
    page.track('d')
    expect(second).not.toBe(visitor)
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'ida' }],
      ['c', { visitor: second }],
      ['d', { id: 'otto' }],
    ])
    expect(await browser.joins()).toEqual([
      [{ id: 'ida' }, visitor],
      [{ id: 'otto' }, second],
    ])
  })

  test('is not joined to the person who replaces another without a sign-out', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    await page.signIn('otto')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('is also joined by identity.reset() and a sign-in after it: each reset begins another visitor', async () => {
    const { browser, page, visitor } = await visit()
    await page.signIn('ida')
    page.setToken(null)
    page.layer.identity.reset()
    await browser.advance(1)
    const second = visitorOf(page)
    expect(second).not.toBe(visitor)
    await page.signIn('otto')
    expect(await browser.joins()).toEqual([
      [{ id: 'ida' }, visitor],
      [{ id: 'otto' }, second],
    ])
  })
})

describe('a visitor before an impersonation', () => {
  test('is joined to nobody, and is removed', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await page.signIn('sam as otto')
    page.track('b')
    expect(page.identity()).toMatchObject({ status: 'known', impersonator: 'sam@support.example' })
    await page.signIn('otto')
    await page.signOut()
    const second = visitorOf(page)
    expect(second).not.toBe(visitor)
    await page.signIn('ida')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, second]])
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'otto', impersonator: 'sam@support.example' }],
    ])
    expect(browser.keysWith(visitor)).toEqual([])
  })
})

describe('a visitor before a token whose owner is not known', () => {
  test.each(['down', 'lost', 'refuses', 'slow'] as const)(
    'is not continued when nobody is signed in again, and is joined to nobody, if who-am-i %s',
    async (health) => {
      const { browser, page, visitor } = await visit()
      page.track('a')
      browser.whoAmI = health
      await page.signIn('ida')
      await browser.advance(2_000)
      browser.whoAmI = 'up'
      await page.signOut()
      const second = visitorOf(page)
      page.track('b')
      await page.signIn('otto')
      expect(second).not.toBe(visitor)
      expect(await browser.tracked()).toEqual([
        ['a', { visitor }],
        ['b', { visitor: second }],
      ])
      expect(await browser.joins()).toEqual([[{ id: 'otto' }, second]])
    },
  )

  test.each(['leave', 'crash'] as const)('is not continued when the page does %s before the answer', async (how) => {
    const { browser, page, visitor } = await visit()
    browser.whoAmI = 'slow'
    await page.signIn('ida')
    page[how]()
    browser.whoAmI = 'up'
    browser.token = null
    const next = await browser.open()
    const second = visitorOf(next)
    expect(second).not.toBe(visitor)
    await next.signIn('otto')
    expect(await browser.joins()).toEqual([[{ id: 'otto' }, second]])
  })

  test('is not continued when only a page that was opened with the token was left before its answer', async () => {
    const { browser, page, visitor } = await visit()
    page.leave()
    browser.whoAmI = 'slow'
    browser.token = tokenOf('ida')
    const asking = await browser.open()
    asking.crash()
    browser.whoAmI = 'up'
    browser.token = null
    const next = await browser.open()
    expect(visitorOf(next)).not.toBe(visitor)
    expect(await browser.joins()).toEqual([])
  })

  test.each(['down', 'lost', 'slow'] as const)(
    'is joined when the answer comes, if who-am-i %s at first',
    async (health) => {
      const { browser, page, visitor } = await visit()
      browser.whoAmI = health
      await page.signIn('ida')
      await browser.advance(2_000)
      browser.whoAmI = 'up'
      await browser.answer()
      await browser.advance(100_000)
      expect(page.identity()).toMatchObject({ status: 'known', name: 'ida' })
      expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    },
  )

  test('is joined when the answer comes to the next page', async () => {
    const { browser, page, visitor } = await visit()
    browser.whoAmI = 'slow'
    await page.signIn('ida')
    browser.whoAmI = 'up'
    await reopen({ browser, page })
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('is not joined to the person of another token', async () => {
    const { browser, page, visitor } = await visit()
    browser.whoAmI = 'slow'
    await page.signIn('ida')
    browser.whoAmI = 'up'
    await page.signIn('otto')
    await browser.answer()
    const joins = await browser.joins()
    // The late answer may still name ida as the first person.
    expect([[], [[{ id: 'ida' }, visitor]]]).toContainEqual(joins)
  })

  test('is not joined by an answer that comes after the sign-out', async () => {
    const { browser, page, visitor } = await visit()
    browser.whoAmI = 'slow'
    await page.signIn('ida')
    browser.whoAmI = 'up'
    await page.signOut()
    await browser.answer()
    const second = visitorOf(page)
    expect(second).not.toBe(visitor)
    await page.signIn('otto')
    const joins = await browser.joins()
    expect(joins).toContainEqual([{ id: 'otto' }, second])
    // The late answer was for that token, so that ida may have the first visitor; nobody else may.
    expect(joins.filter(([who]) => who.id !== 'otto')).toEqual(joins.length === 1 ? [] : [[{ id: 'ida' }, visitor]])
  })
})

describe('a tab that is still signed out while another tab signs in', () => {
  async function twoTabs() {
    const { browser, page, visitor } = await visit()
    const tab = await browser.open()
    await page.signIn('ida')
    await browser.advance(1_000)
    return { browser, page, tab, visitor }
  }

  test('has another visitor, which the first person never gets', async () => {
    const { browser, page, tab, visitor } = await twoTabs()
    const second = visitorOf(tab)
    tab.track('b')
    expect(second).not.toBe(visitor)
    await browser.advance(1_000)
    void page.layer.identity.refresh()
    await browser.advance(1_000)
    await page.signIn('ida', 2)
    expect(await browser.tracked()).toEqual([['b', { visitor: second }]])
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test('has flags with the key of the new visitor', async () => {
    const { browser, tab } = await twoTabs()
    expect(browser.contexts.filter(({ anonymous }) => anonymous).at(-1)?.key).toBe(visitorOf(tab))
  })

  test('keeps its visitor when the first person opens another page', async () => {
    const { browser, page, tab, visitor } = await twoTabs()
    const second = visitorOf(tab)
    const next = await reopen({ browser, page })
    next.track('c')
    tab.track('d')
    expect(await browser.tracked()).toEqual([
      ['c', { id: 'ida' }],
      ['d', { visitor: second }],
    ])
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })

  test.each(['ida', 'otto'])('joins its own visitor when %s signs in there', async (who) => {
    const { browser, tab, visitor } = await twoTabs()
    const second = visitorOf(tab)
    await tab.signIn(who)
    expect(await browser.joins()).toEqual([
      [{ id: 'ida' }, visitor],
      [{ id: who }, second],
    ])
  })

  test('continues with its visitor, or another new one, when the person of the other tab signs out', async () => {
    const { browser, page, tab, visitor } = await twoTabs()
    await page.signOut()
    await browser.advance(1_000)
    for (const one of [page, tab]) {
      expect(visitorOf(one)).not.toBe(visitor)
      one.track('e')
    }
    await browser.advance(1_000)
    for (const [, identity] of await browser.tracked()) expect(identity).not.toEqual({ visitor })
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })
})

describe('the storage of a visitor', () => {
  test('is not there: events are of nobody, flags are as without the setting, and nothing is reported', async () => {
    const play = async (visitor?: unknown) => {
      const browser = openBrowser()
      browser.disk.condition = 'refuses'
      const page = await browser.open({ visitor })
      page.track('a')
      expect(page.identity()).not.toHaveProperty('visitor')
      await page.signIn('ida')
      await page.signOut()
      expect(page.identity()).not.toHaveProperty('visitor')
      const tracked = await browser.tracked()
      return { tracked, joins: await browser.joins(), logged: page.platform.logged, contexts: browser.contexts.length }
    }
    const [without, withIt] = [await play(), await play(visitorOfBrowser())]
    expect(withIt).toEqual(without)
    expect(withIt.tracked).toEqual([['a', {}]])
  })

  test('is full after a while: what was tracked with a visitor keeps it, and nobody gets a visitor of another', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await browser.advance(5_000)
    browser.disk.condition = 'refuses'
    await page.signIn('ida')
    await page.signOut()
    await page.signIn('otto')
    const joins = await browser.joins()
    expect(joins.filter(([, id]) => id === visitor).length).toBeLessThanOrEqual(1)
    expect(joins.filter(([{ id }]) => id === 'otto').map(([, id]) => id)).not.toContain(visitor)
    expect((await browser.tracked())[0]).toEqual(['a', { visitor }])
  })

  test.each([
    ['an empty text', () => ''],
    ['a blank', () => ' '],
    ['no UUID', () => 'visitor-1'],
    ['a cut id', (id: string) => id.slice(0, 20)],
    ['an id that is too long', (id: string) => `${id}${id}`],
    ['a megabyte of text', () => 'x'.repeat(1_000_000)],
    ['JSON of another version', () => '{"version":99,"visitor":{"ids":["a"]}}'],
    ['JSON that is cut off', () => '{"visitor":"'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['markup', () => '<script>alert(1)</script>'],
  ])('is damaged: %s gives another visitor', async (_what, damage) => {
    const { browser, page, visitor } = await visit()
    await browser.advance(10_000)
    page.leave()
    const keys = browser.keysWith(visitor)
    expect(keys).not.toEqual([])
    for (const key of keys) browser.disk.storage.set(key, damage(visitor))
    const next = await browser.open()
    next.track('a')
    const second = visitorOf(next)
    expect(second).not.toBe(visitor)
    expect(await browser.tracked()).toEqual([['a', { visitor: second }]])
    const third = await reopen({ browser, page: next })
    expect(visitorOf(third)).toBe(second)
    await third.signIn('ida')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, second]])
  })

  test('is cleared between two pages: the next visitor is another one, and the lost one is never joined', async () => {
    const { browser, page, visitor } = await visit()
    page.track('a')
    await browser.advance(10_000)
    page.leave()
    for (const key of browser.disk.storage.keys('')) browser.disk.storage.remove(key)
    const next = await browser.open()
    const second = visitorOf(next)
    expect(second).not.toBe(visitor)
    await next.signIn('ida')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, second]])
  })

  test('is cleared while the page is open: no visitor is joined to two people', async () => {
    const { browser, page } = await visit()
    for (const key of browser.disk.storage.keys('')) browser.disk.storage.remove(key)
    page.track('a')
    await page.signIn('ida')
    await page.signOut()
    visitorOf(page)
    await page.signIn('otto')
    const joined = (await browser.joins()).map(([, id]) => id)
    expect(new Set(joined).size).toBe(joined.length)
    expect((await browser.joins()).at(-1)?.[0]).toEqual({ id: 'otto' })
  })
})

describe('a visitor beside a person whom the application names', () => {
  test('is joined when identity.person names a person without a token', async () => {
    const state = { person: null as object | null | undefined }
    const { browser, page, visitor } = await visit({ person: () => state.person })
    page.track('a')
    state.person = { unique_identity: 'ida' }
    await page.layer.identity.refresh()
    page.track('b')
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    state.person = null
    await page.layer.identity.refresh()
    const second = visitorOf(page)
    expect(second).not.toBe(visitor)
    state.person = { unique_identity: 'otto', mimic_user: 'sam@support.example' }
    await page.layer.identity.refresh()
    await browser.advance(1)
    expect(await browser.joins()).toHaveLength(1)
    expect(await browser.tracked()).toEqual([
      ['a', { visitor }],
      ['b', { id: 'ida' }],
    ])
    expect(browser.keysWith(second)).toEqual([])
  })

  test('does not exist while identity.person fails, and one from before it continues', async () => {
    const state = { isBroken: false }
    const { browser, page } = await visit({
      person: () => {
        if (state.isBroken) throw new Error('no session')
        return null
      },
    })
    state.isBroken = true
    await page.layer.identity.refresh()
    expect(page.identity()).toMatchObject({ status: 'unknown', reason: 'failed' })
    expect(page.identity()).not.toHaveProperty('visitor')
    page.track('a')
    expect((await browser.tracked())[0]).toEqual(['a', {}])
  })

  test('is joined when the application calls identify, and is another one after it says that nobody is signed in', async () => {
    const browser = openBrowser()
    const page = await browser.open({ isIdentifying: true })
    page.layer.identify(null)
    await browser.advance(1)
    const visitor = visitorOf(page)
    page.layer.identify({ unique_identity: 'ida' })
    page.track('b')
    await browser.advance(1)
    page.layer.identify(null)
    await browser.advance(1)
    expect(visitorOf(page)).not.toBe(visitor)
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
    expect(await browser.tracked()).toEqual([['b', { id: 'ida' }]])
  })
})

describe('a visitor and a release without the setting', () => {
  test('is not in the events of that release, and no visitor is joined to two people', async () => {
    const { browser, page } = await visit()
    page.leave()
    const old = await browser.open({ visitor: undefined })
    old.track('a')
    expect(old.identity()).not.toHaveProperty('visitor')
    old.leave()
    const next = await browser.open()
    const visitor = visitorOf(next)
    next.track('b')
    await next.signIn('ida')
    expect(await browser.tracked()).toEqual([
      ['a', {}],
      ['b', { visitor }],
    ])
    expect(await browser.joins()).toEqual([[{ id: 'ida' }, visitor]])
  })
})
