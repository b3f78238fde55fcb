import { describe, expect, it } from 'vitest'
import { openBrowser } from './consentBrowser.suite.ts'

/** Without the events of the load. */
const own = (names: readonly string[]) => names.filter((name) => !name.startsWith('Load'))

const ALL = { initial: { analytics: true, monitoring: true } }

describe('a database that refuses', () => {
  it('loses nothing of what is released: it goes from memory', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.track('one')
    await browser.advance()
    browser.disk.condition = 'refuses'
    browser.collector = 'down'
    page.consent.set({ analytics: true, monitoring: true })
    await browser.advance()
    expect(own(browser.namesAt('script'))).toEqual(['one'])
    expect(await page.layer.counts()).toMatchObject({ waiting: { unread: { collector: 3 } } })
    browser.collector = 'up'
    await browser.advance(120_000)
    expect(own(browser.namesAt('collector'))).toEqual(['one', 'Consent changed'])
  })

  it('gets what was released when it takes something again, and nothing is sent twice', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.track('one')
    await browser.advance()
    browser.disk.condition = 'refuses'
    browser.collector = 'down'
    page.consent.set({ analytics: true, monitoring: true })
    await browser.advance()
    browser.disk.condition = 'well'
    page.track('two')
    await browser.advance(1)
    expect(JSON.stringify(await browser.disk.databases())).toContain('"one"')
    page.leave()
    browser.collector = 'up'
    // The browser could not keep the decision.
    const next = await browser.open()
    next.consent.set({ analytics: true, monitoring: true })
    await browser.advance(120_000)
    expect(own(browser.namesAt('collector'))).toEqual(['Consent changed', 'one', 'two'])
    expect(own(browser.namesAt('script'))).toEqual(['one', 'two'])
  })

  it('does not keep a user allowed who has withdrawn', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.consent.set({ analytics: true, monitoring: true })
    await browser.advance()
    browser.disk.condition = 'refuses'
    page.consent.withdraw()
    await browser.advance()
    page.leave()
    browser.disk.condition = 'well'
    const next = await browser.open()
    expect(next.state('analytics')).not.toBe('granted')
  })
})

/** The page ends before its database has done anything more. */
async function end(browser: ReturnType<typeof openBrowser>, page: Awaited<ReturnType<typeof browser.open>>) {
  await browser.advance(10)
  page.platform.crash()
  browser.disk.condition = 'well'
}

describe('a page that ends right after a withdrawal', () => {
  async function withdrawAndEnd() {
    const browser = openBrowser({ who: 'ida' })
    browser.collector = 'down'
    const page = await browser.open()
    page.consent.set({ analytics: true, monitoring: true })
    page.track('one')
    await browser.advance()
    expect(JSON.stringify(await browser.disk.databases())).toContain('"one"')
    browser.disk.condition = 'hangs'
    page.consent.withdraw()
    await end(browser, page)
    expect(JSON.stringify(await browser.disk.databases())).toContain('"one"')
    browser.collector = 'up'
    return browser
  }

  it('leaves nothing behind once another page has been opened', async () => {
    const browser = await withdrawAndEnd()
    await browser.open()
    await browser.advance(120_000)
    expect(await browser.contents()).not.toContain('"one"')
    expect(browser.namesAt('collector')).not.toContain('one')
    expect(browser.keys()).toEqual([])
    await browser.open()
    await browser.advance()
    expect(browser.disk.storage.keys('consent:')).toHaveLength(1)
  })

  it('leaves nothing behind either if somebody else comes next, who has not decided', async () => {
    const browser = await withdrawAndEnd()
    await browser.open({ who: 'otto' })
    await browser.advance()
    expect(await browser.contents()).not.toContain('"one"')
  })
})

describe('a user who was forgotten by a page that ended at once', () => {
  it('is forgotten by the next page, and recorded anew', async () => {
    const browser = openBrowser({ who: 'ida', consent: ALL })
    browser.collector = 'down'
    const page = await browser.open()
    page.track('one')
    await browser.advance()
    browser.disk.condition = 'hangs'
    void page.layer.forget?.()
    await end(browser, page)
    await browser.advance(120_000)
    const next = await browser.open()
    await next.platform.clock.advance(300_000)
    next.track('two')
    await browser.advance()
    expect(await browser.contents()).not.toContain('"one"')
    expect(await browser.contents()).toContain('"two"')
    browser.collector = 'up'
    await browser.advance(120_000)
    expect(browser.namesAt('collector')).toEqual(['two'])
  })
})

describe('a page that ends right after a grant', () => {
  it.each(['analytics', 'monitoring'])(
    'loses nothing of what is released, after %s was allowed before',
    async (first) => {
      const browser = openBrowser({ who: 'ida' })
      const page = await browser.open()
      page.consent.set({ [first]: true })
      browser.collector = 'down'
      page.track('one')
      await browser.advance()
      browser.disk.condition = 'hangs'
      page.consent.set({ analytics: true, monitoring: true })
      await end(browser, page)
      browser.collector = 'up'
      await browser.open()
      await browser.advance(120_000)
      expect(own(browser.namesAt('collector')).filter((name) => name === 'one')).toHaveLength(1)
      expect(own(browser.namesAt('script')).filter((name) => name === 'one')).toHaveLength(1)
    },
  )
})

describe('a purpose that is denied while another one is pending', () => {
  it('leaves no mark of events', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.consent.set({ monitoring: true })
    page.track('one')
    await browser.advance()
    expect(browser.keys()).toContain('used:')
    page.consent.set({ monitoring: false })
    await browser.advance()
    expect(browser.keys()).toEqual([])
    page.consent.set({ analytics: true })
    await browser.advance()
    expect(browser.namesAt('collector')).toContain('one')
  })
})

describe('what was decided before a withdrawal', () => {
  it('is proven by the next page, and then nothing is left', async () => {
    const browser = openBrowser({ who: 'ida' })
    browser.collector = 'down'
    const page = await browser.open()
    page.consent.set({ analytics: true, monitoring: true })
    await browser.advance()
    page.consent.withdraw()
    await browser.advance()
    page.leave()
    browser.collector = 'up'
    const next = await browser.open()
    await browser.advance(120_000)
    expect(own(browser.namesAt('collector'))).toEqual(['Consent changed'])
    next.leave()
    await browser.open()
    await browser.advance()
    expect(JSON.stringify(await browser.disk.databases())).not.toContain('Consent')
    expect(browser.disk.storage.keys('consent:')).toHaveLength(1)
  })
})

describe('two tabs that decide about different purposes in one moment', () => {
  it('are both right, and the proof says so', async () => {
    const browser = openBrowser({ who: 'ida' })
    const [first, second] = [await browser.open(), await browser.open()]
    browser.disk.isLate = true
    first.consent.set({ analytics: true })
    await second.platform.clock.advance(10)
    second.consent.set({ monitoring: false })
    browser.disk.isLate = false
    await browser.advance()
    const both = { analytics: 'granted', monitoring: 'denied' }
    expect(first.consent.get().purposes).toMatchObject(both)
    expect(second.consent.get()).toEqual(first.consent.get())
    const proofs = browser.arrived.filter(({ kind }) => kind === 'consent')
    const inForce = proofs.find(({ id }) => id === first.consent.get().decision?.id)
    expect(inForce?.properties['purposes']).toMatchObject(both)
    expect((await browser.open()).consent.get().purposes).toMatchObject(both)
  })

  it('of different texts are not mixed', async () => {
    const browser = openBrowser({ who: 'ida' })
    const [first, second] = [
      await browser.open({ consent: { text: '1' } }),
      await browser.open({ consent: { text: '2' } }),
    ]
    browser.disk.isLate = true
    first.consent.set({ analytics: true })
    await second.platform.clock.advance(10)
    second.consent.set({ monitoring: false })
    browser.disk.isLate = false
    await browser.advance()
    expect(second.consent.get().purposes).toMatchObject({ analytics: 'pending', monitoring: 'denied' })
  })
})

describe('what is said of a decision', () => {
  const throwing = {
    get text(): string {
      throw new Error('no')
    },
  }

  it.each([
    ['null', () => null],
    ['a number', () => 5],
    ['a getter that throws', () => throwing],
    ['a text that is no text', () => ({ text: Object.create(null) })],
    ['a source that is no text', () => ({ source: Symbol('page') })],
    ['a number as the version', () => ({ text: 3 })],
  ])('may be wrong, and the decision holds: %s', async (_title, make) => {
    const page = await openBrowser({ who: 'ida', consent: { text: '1' } }).open()
    page.consent.set({ analytics: true }, make() as never)
    expect(page.consent.get()).toMatchObject({
      purposes: { analytics: 'granted' },
      decision: { text: '1', source: 'page' },
    })
  })
})

describe('a layer that is closed', () => {
  it('decides nothing, and neither does a reader that is stopped', async () => {
    let tell: (choices: Record<string, boolean>) => void = () => {}
    const reader = { name: 'tool', start: (given: typeof tell) => ((tell = given), () => {}) }
    const browser = openBrowser({ who: 'ida', consent: { reader } })
    const page = await browser.open()
    page.layer.close()
    page.consent.set({ analytics: true })
    tell({ monitoring: true })
    expect(page.consent.get().purposes).toMatchObject({ analytics: 'pending', monitoring: 'pending' })
    expect(browser.disk.storage.keys('consent:')).toEqual([])
  })
})

describe('a consent tool', () => {
  function tool() {
    let tell: (choices: Record<string, boolean>) => void = () => {}
    const reader = { name: 'tool', start: (given: typeof tell) => ((tell = given), () => {}) }
    return { reader, tell: (choices: Record<string, boolean>) => tell(choices) }
  }

  it('has decided for whoever signs in later on the same page', async () => {
    const { reader, tell } = tool()
    const browser = openBrowser({ consent: { reader } })
    const page = await browser.open({ who: 'ida' })
    tell({ analytics: true, monitoring: false })
    await page.be('otto')
    expect(page.consent.get()).toMatchObject({
      purposes: { analytics: 'granted', monitoring: 'denied' },
      decision: { source: 'tool' },
    })
  })

  it('says nothing during an impersonation, and nobody is warned', async () => {
    const { reader, tell } = tool()
    const page = await openBrowser({ who: 'sam as otto', consent: { reader } }).open()
    tell({ analytics: true })
    expect(page.state('analytics')).toBe('pending')
    expect(page.platform.logged).toEqual([])
    await page.be('sam')
    expect(page.state('analytics')).toBe('granted')
  })
})

describe('before the second stage has loaded', () => {
  function opened() {
    let load: () => void = () => {}
    const loaded = new Promise<void>((resolve) => (load = resolve))
    return { loaded, load }
  }

  it('a user decides, and the browser keeps the decision', async () => {
    const browser = openBrowser({ who: 'ida' })
    const { loaded, load } = opened()
    const page = await browser.open({ loaded })
    page.track('one')
    page.consent.set({ analytics: true, monitoring: false })
    expect(page.consent.get().purposes).toMatchObject({ analytics: 'granted', monitoring: 'denied' })
    expect(browser.disk.storage.keys('consent:')).toHaveLength(1)
    await browser.advance()
    load()
    await browser.advance()
    expect(own(browser.namesAt('collector'))).toEqual(['one', 'Consent changed'])
    expect(browser.namesAt('script')).toEqual([])
  })

  it('a withdrawal is kept, and what earlier pages have stored is deleted by the stage that comes', async () => {
    const browser = openBrowser({ who: 'ida', consent: ALL })
    browser.collector = 'down'
    const first = await browser.open()
    first.track('one')
    await browser.advance()
    first.leave()
    const { loaded, load } = opened()
    const page = await browser.open({ loaded })
    page.consent.withdraw()
    await browser.advance(1)
    load()
    await browser.advance()
    expect(await browser.contents()).not.toContain('"one"')
    expect(browser.disk.storage.keys('consent:')).toHaveLength(1)
  })

  it('a refusal opens no database', async () => {
    const browser = openBrowser({ who: 'ida' })
    const { loaded, load } = opened()
    const page = await browser.open({ loaded })
    page.track('one')
    page.consent.withdraw()
    await browser.advance()
    load()
    await browser.advance()
    page.platform.mayExit()
    expect(await browser.disk.databases()).toEqual({})
  })

  it('a request to be forgotten waits for it, and is given up after half a minute', async () => {
    const browser = openBrowser({ who: 'ida', consent: { ...ALL, forgetUrl: 'https://app.test/forget-me' } })
    const { loaded, load } = opened()
    const page = await browser.open({ loaded })
    page.track('one')
    const answer = page.layer.forget?.()
    load()
    await browser.advance()
    expect(await answer).toEqual({ isRequested: true, status: 202 })
    expect(await browser.contents()).not.toContain('"one"')
    const other = await browser.open({ loaded: new Promise(() => {}) })
    const never = other.layer.forget?.()
    await browser.advance(30_000)
    expect(await never).toEqual({ isRequested: false, status: 0 })
  })
})

describe('a browser that keeps nothing', () => {
  it('has the decision as long as the page is open, also after the page was in the background', async () => {
    const browser = openBrowser({ who: 'ida' })
    browser.disk.condition = 'refuses'
    const page = await browser.open()
    page.consent.set({ analytics: true })
    page.platform.putInCache()
    page.platform.comeBack()
    expect(page.state('analytics')).toBe('granted')
  })
})
