import { describe, expect, it } from 'vitest'
import { createListeners } from '../core/lib/listeners.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { createPageViews, type PageViewsOptions } from './pageViews.ts'

const HOME = 'https://app.test'
const VIEWED = 'Page viewed'

interface World extends PageViewsOptions {
  url?: string
  referrer?: string
  documentTitle?: string
  isPrerendered?: boolean
}

function openPage({ url = '/', referrer = '', documentTitle = 'Desk', isPrerendered = false, ...options }: World = {}) {
  const platform = fakePlatform()
  platform.url = HOME + url
  platform.isPrerendered = isPrerendered
  const navigations = createListeners<[boolean?]>()
  const document = { title: documentTitle, referrer }
  const taken: AnalyticsEvent[] = []
  const step = createPageViews(options, { onNavigate: navigations.add, read: (name) => document[name] })
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      events: { steps: [step] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  const advance = (ms = 10) => platform.clock.advance(ms)
  const go = (to: string) => {
    platform.url = HOME + to
    navigations.notify()
  }
  return {
    ...{ platform, telltale, document, taken, navigations, advance, go },
    goAndWait: async (to: string) => (go(to), advance()),
    /** The views that were recorded. */
    views: async () => (await advance(1_000), taken.filter(({ name }) => name === (options.name ?? VIEWED))),
    named: async (name: string) => (await advance(1_000), taken.find((event) => event.name === name)),
  }
}

/** What the views say, in short. */
const patterns = (events: readonly AnalyticsEvent[]) => events.map(({ properties }) => properties['pattern'])

describe('which views there are', () => {
  it('the page that is loaded is a view, and so is each navigation', async () => {
    const page = openPage({ url: '/quotes' })
    await page.advance()
    await page.goAndWait('/quotes/17')
    await page.goAndWait('/users')
    const views = await page.views()
    expect(patterns(views)).toEqual(['/quotes', '/quotes/:id', '/users'])
    expect(views.map(({ kind, url }) => [kind, url])).toEqual([
      ['page', `${HOME}/quotes`],
      ['page', `${HOME}/quotes/17`],
      ['page', `${HOME}/users`],
    ])
    expect(new Set(views.map(({ moment }) => moment?.view?.id)).size).toBe(3)
  })

  it.each<[string, World, string, number]>([
    ['the same address', {}, '/quotes?a=1', 1],
    ['another fragment', {}, '/quotes?a=1#lines', 1],
    ['another fragment, by option', { until: 'hash' }, '/quotes?a=1#lines', 2],
    ['another query', {}, '/quotes?a=2', 2],
    ['another query, if only the path counts', { until: 'path' }, '/quotes?a=2', 1],
    ['another path, if only the path counts', { until: 'path' }, '/users?a=1', 2],
  ])('%s', async (_, world, to, count) => {
    const page = openPage({ ...world, url: '/quotes?a=1' })
    await page.advance()
    await page.goAndWait(to)
    await page.goAndWait(to)
    expect(await page.views()).toHaveLength(count)
  })

  it('what one task passes through is on no screen: 20 navigations of a task are one view', async () => {
    const page = openPage({ url: '/start' })
    await page.advance()
    for (let count = 0; count < 20; count += 1) page.go(`/step/${count}`)
    page.go('/end')
    expect(patterns(await page.views())).toEqual(['/start', '/end'])
    expect((await page.views())[1]?.moment?.view?.referrer).toBe(`${HOME}/start`)
  })

  it('navigations in tasks of their own are views of their own, however fast they are', async () => {
    const page = openPage({ url: '/start' })
    for (let count = 0; count < 20; count += 1) {
      await page.advance(1)
      page.go(`/step/${count}`)
    }
    expect(await page.views()).toHaveLength(21)
  })

  it('a navigation before the layer starts is no view of its own', async () => {
    expect(patterns(await openPage({ url: '/redirected' }).views())).toEqual(['/redirected'])
  })

  it('a page that returns from the back/forward cache is another view of the same address', async () => {
    const page = openPage({ url: '/quotes' })
    await page.advance()
    page.navigations.notify(true)
    const views = await page.views()
    expect(patterns(views)).toEqual(['/quotes', '/quotes'])
    expect(views[0]?.moment?.view?.id).not.toBe(views[1]?.moment?.view?.id)
    expect(views[1]?.properties).toMatchObject({ title: 'Desk' })
  })

  it('a page that is prerendered has no view until it is shown', async () => {
    const page = openPage({ url: '/quotes', isPrerendered: true })
    await page.advance()
    expect(await page.views()).toEqual([])
    page.platform.activate()
    expect(patterns(await page.views())).toEqual(['/quotes'])
  })

  it('a page that ends at once has its view', async () => {
    const page = openPage({ url: '/quotes' })
    page.platform.mayExit()
    page.platform.mayExit()
    expect(await page.views()).toHaveLength(1)
  })

  it('after close there is none, and no timer and no listener is left', async () => {
    const page = openPage()
    await page.advance(1_000)
    page.go('/users')
    page.telltale.close()
    expect(page.navigations.size).toBe(0)
    expect(page.platform.clock.pending).toBe(0)
    await page.goAndWait('/quotes')
    expect(patterns(await page.views())).toEqual(['/'])
  })

  it('the name of the event is an option, and a wrong one is the usual name', async () => {
    expect(await openPage({ name: 'Seite gesehen' }).views()).toHaveLength(1)
    expect(await openPage({ name: 5 as never }).named(VIEWED)).toBeDefined()
  })
})

describe('the view of an event', () => {
  it('events have the view in which they happen, the load event included', async () => {
    const page = openPage({ url: '/quotes/17' })
    page.telltale.track('early')
    await page.advance()
    page.telltale.track('first')
    page.go('/users')
    page.telltale.track('at once')
    await page.advance()
    page.telltale.track('second')
    const [one, two] = (await page.views()).map(({ moment }) => moment?.view)
    expect((await page.named('Load - App - Desk - Browser'))?.moment?.view).toEqual(one)
    expect((await page.named('early'))?.moment?.view).toEqual(one)
    expect((await page.named('first'))?.moment?.view).toEqual(one)
    expect((await page.named('at once'))?.moment?.view?.id).toBe(two?.id)
    expect((await page.named('second'))?.moment?.view).toEqual(two)
    expect(one).toEqual({ id: expect.any(String) as string, pattern: '/quotes/:id', title: 'Desk' })
  })

  it('an event has the view of its address, although the browser has not told of the navigation', async () => {
    const page = openPage({ url: '/quotes' })
    await page.advance()
    page.platform.url = `${HOME}/users`
    page.telltale.track('untold')
    expect((await page.named('untold'))?.moment?.view?.pattern).toBe('/users')
    expect(patterns(await page.views())).toEqual(['/quotes', '/users'])
  })

  it('the title of the view before is no title: the router may be late', async () => {
    const page = openPage({ url: '/quotes', documentTitle: 'Quotes' })
    await page.advance()
    await page.goAndWait('/users')
    page.telltale.track('one')
    page.document.title = 'Users'
    page.telltale.track('two')
    const [, users] = await page.views()
    expect(users?.properties).not.toHaveProperty('title')
    expect((await page.named('one'))?.moment?.view).not.toHaveProperty('title')
    expect((await page.named('two'))?.moment?.view?.title).toBe('Users')
  })

  it('a title is left out by option, and no more than 200 characters are kept', async () => {
    const [without] = await openPage({ title: false }).views()
    expect(without?.moment?.view).not.toHaveProperty('title')
    const [long] = await openPage({ documentTitle: 'x'.repeat(10_000), url: `/${'a-'.repeat(20)}` }).views()
    expect(long?.moment?.view?.title).toHaveLength(200)
  })

  it('the referrer is the address before, without what grants access or identifies a person', async () => {
    const page = openPage({
      url: '/quotes?token=secret',
      referrer: 'https://mail.test/inbox?to=ada@first.example#eyJhbGciOi',
    })
    await page.advance()
    await page.goAndWait('/users/ada@first.example')
    await page.goAndWait('/q/0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10')
    await page.goAndWait('/end')
    expect((await page.views()).map(({ moment }) => moment?.view?.referrer)).toEqual([
      'https://mail.test/inbox',
      `${HOME}/quotes`,
      `${HOME}/users/`,
      `${HOME}/q/`,
    ])
  })

  it('campaign parameters are properties of the view, without what grants access or identifies a person', async () => {
    const page = openPage({
      url: '/?utm_source=news+letter&utm_campaign=spring%2026&utm_email=ada@first.example&utm_content=ada%40first.example&utm_term=&utm_id=token%3DSECRET&a=1',
    })
    const [view] = await page.views()
    expect(view?.properties).toMatchObject({ utm_source: 'news letter', utm_campaign: 'spring 26', utm_id: 'token=' })
    expect(Object.keys(view?.properties ?? {}).filter((name) => name.startsWith('utm_'))).toHaveLength(3)
    expect(JSON.stringify(view)).not.toContain('SECRET')
    expect(JSON.stringify(page.taken)).not.toContain('ada')
  })
})

describe('the pattern', () => {
  it('is asked for in a task of its own, when the router has got there', async () => {
    let pattern = '/quotes'
    const page = openPage({ pattern: () => pattern })
    await page.advance()
    page.go('/quotes/17')
    pattern = '/quotes/:quoteId'
    expect(patterns(await page.views())).toEqual(['/quotes', '/quotes/:quoteId'])
  })

  it('is awaited while the router is on its way', async () => {
    let pattern: string | undefined = '/quotes'
    const page = openPage({ pattern: () => pattern })
    await page.advance()
    pattern = undefined
    page.go('/quotes/17')
    page.telltale.track('early')
    expect(await page.views()).toHaveLength(1)
    pattern = '/quotes/:quoteId'
    expect(patterns(await page.views())).toEqual(['/quotes', '/quotes/:quoteId'])
    // It never has an id.
    expect((await page.named('early'))?.moment?.view?.pattern).toBe('/quotes/:id')
  })

  it.each<[string, PageViewsOptions['pattern']]>([
    ['gives none for two seconds', () => undefined],
    ['has none', () => ''],
    [
      'throws',
      () => {
        throw new Error('mine')
      },
    ],
    ['gives a number', () => 5 as never],
    ['gives a promise', (async () => '/a') as never],
    ['gives a blank text', () => ' '],
  ])('is the path without ids, if the router %s', async (_, pattern) => {
    const page = openPage({ url: '/quotes/17', pattern })
    await page.advance(2_100)
    expect(patterns(await page.views())).toEqual(['/quotes/:id'])
  })

  it('gets the whole address', async () => {
    const asked: string[] = []
    const page = openPage({ url: '/quotes?a=1#b', pattern: (url) => (asked.push(url), '/quotes') })
    await page.views()
    expect(new Set(asked)).toEqual(new Set([`${HOME}/quotes?a=1#b`]))
  })

  it('no more than 200 characters of it are kept', async () => {
    const [view] = await openPage({ pattern: () => `/${'a'.repeat(10_000)}` }).views()
    expect(view?.moment?.view?.pattern).toHaveLength(200)
  })
})
