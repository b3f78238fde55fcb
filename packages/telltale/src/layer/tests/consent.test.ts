import { describe, expect, it } from 'vitest'
import { openBrowser } from './consentBrowser.suite.ts'

describe('before anybody has decided', () => {
  it('events wait in memory: nothing of them is on the device, and no request of their purpose leaves', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.track('Quote sent')
    await browser.advance(60_000)
    page.platform.mayExit()
    await browser.advance()
    expect(browser.keys()).toEqual([])
    expect(await browser.disk.databases()).toEqual({})
    expect(await browser.contents()).not.toContain('Quote sent')
    expect(browser.requests.filter((url) => !url.includes('evalx'))).toEqual([])
    expect(browser.calls.filter(([method]) => method !== 'allow')).toEqual([])
    expect(await page.layer.counts()).toMatchObject({ waiting: { pending: 0, unread: { collector: 1, script: 1 } } })
    expect(page.consent.get()).toEqual({
      purposes: { necessary: 'granted', analytics: 'pending', monitoring: 'pending' },
      shouldAsk: true,
      isLocked: false,
    })
  })

  it('what is granted goes its way in order, with the time at which it happened', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    const at = page.platform.clock.now()
    for (const name of ['one', 'two', 'three']) page.track(name)
    await browser.advance(60_000)
    page.consent.set({ analytics: true })
    page.track('four')
    await browser.advance()
    expect(browser.namesAt('collector')).toEqual(['one', 'two', 'three', 'Consent changed', 'four'])
    expect(browser.arrived.map((event) => event.at - at)).toEqual([0, 0, 0, 60_000, 60_000])
    expect(browser.namesAt('script')).toEqual([])
    page.consent.set({ monitoring: true })
    await browser.advance()
    expect(browser.namesAt('script')).toEqual(['one', 'two', 'three', 'four'])
    const [decision] = browser.arrived.filter(({ kind }) => kind === 'consent')
    expect(decision?.properties['purposes']).toMatchObject({ analytics: 'granted', monitoring: 'pending' })
    expect(browser.arrived.map(({ moment }) => moment?.consent)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...[decision?.id, decision?.id],
    ])
  })

  it('what is denied is gone, and the proof is at the collector', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.track('Quote sent')
    await browser.advance()
    page.consent.withdraw({ source: 'dialogue' })
    page.track('Quote opened')
    await browser.advance()
    page.leave()
    const next = await browser.open()
    next.track('Quote read')
    await browser.advance()
    expect(browser.namesAt('collector')).toEqual(['Consent changed'])
    expect(browser.namesAt('script')).toEqual([])
    expect(browser.keys()).toEqual([])
    expect(await browser.contents()).not.toContain('Quote')
    expect(next.state('analytics')).toBe('denied')
    expect(await next.layer.counts()).toMatchObject({ waiting: { pending: 0, unread: { collector: 0, script: 0 } } })
  })
})

describe('a withdrawal', () => {
  it('removes what is stored in every tab at once, tells the script, and leaves other purposes alone', async () => {
    const browser = openBrowser({ consent: { initial: { analytics: true, monitoring: true } } })
    browser.collector = 'down'
    const [first, second] = [await browser.open({ who: 'ida' }), await browser.open({ who: 'ida' })]
    first.track('one')
    second.track('two')
    await browser.advance()
    expect(await browser.contents()).toContain('"two"')
    first.consent.set({ analytics: false })
    await browser.advance()
    expect(second.state('analytics')).toBe('denied')
    expect(await browser.contents()).not.toMatch(/"one"|"two"|visit:/)
    browser.collector = 'up'
    first.track('three')
    await browser.advance(120_000)
    expect(browser.namesAt('collector')).toEqual(['Consent changed'])
    expect(browser.namesAt('script')).toEqual(expect.arrayContaining(['one', 'two', 'three']))
    second.consent.set({ monitoring: false })
    await browser.advance()
    first.track('four')
    await browser.advance()
    expect(browser.namesAt('script')).not.toContain('four')
    expect(browser.calls.filter(([method]) => method === 'allow')).toEqual([
      ['allow', false],
      ['allow', false],
    ])
    expect(first.removed).toContain('_script')
  })
})

describe('whose choice it is', () => {
  it('another person on the machine is asked again, and does not release what the first one has not allowed', async () => {
    const browser = openBrowser()
    const page = await browser.open({ who: 'ida' })
    page.track('of ida')
    await browser.advance()
    await page.be('otto')
    expect(page.consent.get().shouldAsk).toBe(true)
    page.consent.set({ analytics: true, monitoring: true })
    page.track('of otto')
    await browser.advance()
    expect(browser.namesAt('collector')).not.toContain('of ida')
    expect(browser.namesAt('collector')).toContain('of otto')
    await page.be('ida')
    expect(page.state('analytics')).toBe('pending')
    await page.be('otto')
    expect(page.state('analytics')).toBe('granted')
  })

  it('what a person has allowed waits for that person while another one is asked', async () => {
    const browser = openBrowser()
    browser.collector = 'down'
    const page = await browser.open({ who: 'ida' })
    page.consent.set({ analytics: true })
    page.track('of ida')
    await browser.advance()
    await page.be('otto')
    page.consent.withdraw()
    browser.collector = 'up'
    await browser.advance(120_000)
    expect(browser.namesAt('collector')).not.toContain('of ida')
    await page.be('ida')
    await browser.advance(120_000)
    expect(browser.namesAt('collector')).toContain('of ida')
  })

  it('an event that another person has left behind is judged by what holds for whoever has not decided', async () => {
    const browser = openBrowser({ consent: { initial: { analytics: true } } })
    const page = await browser.open({ who: 'ida' })
    page.track('of ida')
    await page.be('sam as otto')
    page.track('of otto')
    await page.be('ida')
    await browser.advance()
    expect(browser.namesAt('collector')).toEqual(expect.arrayContaining(['of ida', 'of otto']))
  })

  it('a visitor who signs in has decided as the person', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.track('of nobody')
    page.consent.set({ analytics: true })
    await page.be('ida')
    expect(page.state('analytics')).toBe('granted')
    await page.be(null)
    expect(page.state('analytics')).toBe('pending')
    await browser.advance()
    page.leave()
    const next = await browser.open({ who: 'ida' })
    expect(next.state('analytics')).toBe('granted')
  })

  it('the choice of a customer cannot be changed while the customer is impersonated', async () => {
    const browser = openBrowser()
    const page = await browser.open({ who: 'sam as otto' })
    page.consent.set({ analytics: true })
    expect(page.consent.get()).toMatchObject({ isLocked: true, shouldAsk: false, purposes: { analytics: 'pending' } })
    expect(page.platform.logged.join()).toContain('impersonated')
    await page.be('otto')
    page.consent.set({ analytics: true })
    await page.be('sam as otto')
    expect(page.state('analytics')).toBe('granted')
  })

  it('a decision that comes before it is known for whom waits', async () => {
    const browser = openBrowser()
    const page = await browser.open({ who: undefined })
    page.consent.set({ analytics: true }, { source: 'onetrust' })
    expect(page.state('analytics')).toBe('pending')
    await page.be('ida')
    expect(page.consent.get()).toMatchObject({ purposes: { analytics: 'granted' }, decision: { source: 'onetrust' } })
  })
})

describe('while it is not known who is signed in', () => {
  const initial = { analytics: true }

  it('what the settings allow is allowed, so that events are stored at once', async () => {
    const browser = openBrowser({ who: undefined, consent: { initial } })
    const page = await browser.open()
    expect([page.state('analytics'), page.state('monitoring')]).toEqual(['granted', 'pending'])
    page.track('Quote sent')
    expect(await browser.contents()).toContain('Quote sent')
  })

  it('what somebody has denied in this browser waits', async () => {
    const browser = openBrowser({ consent: { initial } })
    const page = await browser.open({ who: 'ida' })
    page.consent.set({ analytics: false })
    page.leave()
    const next = await browser.open({ who: undefined })
    expect(next.state('analytics')).toBe('pending')
    next.track('Quote sent')
    expect(await browser.contents()).not.toContain('Quote sent')
    await next.be('otto')
    await browser.advance()
    expect(browser.namesAt('collector')).toContain('Quote sent')
  })

  it('what depends on the person waits', async () => {
    const browser = openBrowser({ who: undefined, consent: { initial: () => ({ analytics: true }) } })
    expect((await browser.open()).state('analytics')).toBe('pending')
  })
})

describe('decisions', () => {
  it('another version of the text is pending again', async () => {
    const browser = openBrowser()
    const page = await browser.open({ consent: { text: '1' } })
    page.consent.set({ analytics: true })
    await browser.advance()
    page.leave()
    expect((await browser.open({ consent: { text: '1' } })).state('analytics')).toBe('granted')
    expect((await browser.open({ consent: { text: '2' } })).state('analytics')).toBe('pending')
  })

  it('for another version of the text are not replaced by what the settings allow', async () => {
    const browser = openBrowser({ consent: { text: '1', initial: { analytics: true, monitoring: true } } })
    const page = await browser.open()
    page.consent.set({ analytics: false })
    await browser.advance()
    page.leave()
    const next = await browser.open({ consent: { text: '2', initial: { analytics: true, monitoring: true } } })
    expect([next.state('analytics'), next.state('monitoring'), next.consent.get().shouldAsk]).toEqual([
      'pending',
      'granted',
      true,
    ])
  })

  it('of another tab are heard by a page that comes back from the cache of the browser', async () => {
    const browser = openBrowser({ who: 'ida', consent: { initial: { analytics: true } } })
    const [first, second] = [await browser.open(), await browser.open()]
    second.platform.putInCache()
    first.consent.set({ analytics: false })
    await browser.advance()
    second.platform.comeBack()
    expect(second.state('analytics')).toBe('denied')
  })

  it('of two tabs that decide in one moment, the later one wins in both', async () => {
    const browser = openBrowser()
    const [first, second] = [await browser.open({ who: 'ida' }), await browser.open({ who: 'ida' })]
    browser.disk.isLate = true
    first.consent.set({ analytics: true })
    await second.platform.clock.advance(10)
    second.consent.set({ analytics: false })
    browser.disk.isLate = false
    await browser.advance()
    expect([first.state('analytics'), second.state('analytics')]).toEqual(['denied', 'denied'])
  })

  it('Global Privacy Control denies until the user decides otherwise', async () => {
    const browser = openBrowser()
    const page = await browser.open({ isGpc: true, consent: { respects: ['gpc'], gpc: ['monitoring'] } })
    expect(page.consent.get().purposes).toMatchObject({ monitoring: 'denied', analytics: 'pending' })
    page.consent.set({ monitoring: true })
    expect(page.state('monitoring')).toBe('granted')
    expect((await openBrowser().open({ isGpc: true })).state('monitoring')).toBe('pending')
  })
})

describe('flag events', () => {
  it('wait until they are allowed, and then leave with the counts of before', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.layer.flags.variation('plan', 'none')
    await browser.advance(120_000)
    page.platform.mayExit()
    expect(browser.requests.filter((url) => /events|goals/.test(url))).toEqual([])
    expect(page.state('analytics')).toBe('pending')
    page.consent.set({ analytics: true })
    await browser.advance(120_000)
    expect(browser.requests.filter((url) => url.includes('/events/bulk/'))).not.toEqual([])
  })

  it('are not sent when they are denied, and nobody is told of a failure', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.layer.flags.variation('plan', 'none')
    page.consent.withdraw()
    await browser.advance(120_000)
    page.platform.mayExit()
    await browser.advance()
    expect(browser.requests.filter((url) => /events|goals/.test(url))).toEqual([])
    expect(page.platform.logged).toEqual([])
  })
})

describe('an event of two destinations', () => {
  it('goes to the one that is allowed, and only the other part of it waits', async () => {
    const browser = openBrowser({ who: 'ida', consent: { initial: { monitoring: true } } })
    const page = await browser.open()
    page.track('Quote sent')
    await browser.advance()
    expect(browser.namesAt('script')).toContain('Quote sent')
    expect(await browser.contents()).not.toContain('Quote sent')
    page.consent.set({ analytics: true })
    await browser.advance()
    expect(browser.namesAt('collector').filter((name) => name === 'Quote sent')).toHaveLength(1)
    expect(browser.namesAt('script').filter((name) => name === 'Quote sent')).toHaveLength(1)
  })

  it('keeps the part that waits while the other one is stored', async () => {
    const browser = openBrowser({ who: 'ida', consent: { initial: { analytics: true } } })
    browser.collector = 'down'
    const page = await browser.open()
    page.track('Quote sent')
    await browser.advance()
    page.consent.set({ monitoring: true })
    browser.collector = 'up'
    await browser.advance(120_000)
    expect(
      [browser.namesAt('script'), browser.namesAt('collector')].map((names) => names.includes('Quote sent')),
    ).toEqual([true, true])
  })
})

describe('a flush before consent', () => {
  it('does not wait for what may wait for ever, and says why it waits', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    page.track('Quote sent')
    await browser.advance()
    const flushed = page.layer.flush()
    await browser.advance(100)
    expect(await Promise.race([flushed, 'waits'])).toMatchObject({
      isComplete: false,
      reasons: { collector: 'the user has not allowed it', script: 'the user has not allowed it' },
    })
  })
})

describe('settings', () => {
  it('give another purpose to a destination and to the visitor', async () => {
    const browser = openBrowser({ consent: { purposes: { script: 'marketing', visitor: 'necessary' } } })
    const page = await browser.open()
    expect(page.consent.get().purposes).toEqual({ necessary: 'granted', analytics: 'pending', marketing: 'pending' })
    expect(browser.keys()).toEqual(['visitor:'])
  })

  it('that name what is not there are reported', async () => {
    const page = await openBrowser({ consent: { purposes: { colector: 'marketing' } } }).open()
    expect(page.platform.logged.join()).toContain('colector')
  })

  it('may know what a person has decided elsewhere', async () => {
    const initial = (person?: { unique_identity: string }) => ({ analytics: person?.unique_identity === 'ida' })
    const browser = openBrowser({ consent: { initial } })
    expect((await browser.open({ who: 'ida' })).state('analytics')).toBe('granted')
    expect((await browser.open({ who: 'otto' })).state('analytics')).toBe('denied')
    const failing = await openBrowser({
      consent: {
        initial: () => {
          throw new Error('no')
        },
      },
    }).open()
    expect(failing.state('analytics')).toBe('pending')
  })

  it.each([
    [{ purposes: { visitor: '' } }, 'purposes.visitor'],
    [{ initial: { analytics: 'yes' } }, 'initial.analytics'],
    [{ respects: ['dnt'] }, 'respects'],
    [{ gpc: 'analytics' }, 'gpc'],
    [{ text: 3 }, 'text'],
  ])('that are wrong are an error at the start: %j', async (consent, where) => {
    await expect(openBrowser({ consent: consent as never }).open()).rejects.toThrow(`Set ${where} of consent() to`)
  })
})

describe('a call of set', () => {
  it.each([[undefined], [null], ['analytics'], [{ analytics: 'yes' }], [{ necessary: false }], [{ nothing: true }]])(
    'that says nothing valid changes nothing: %j',
    async (given) => {
      const page = await openBrowser().open()
      page.consent.set(given as never)
      expect(page.state('analytics')).toBe('pending')
      expect(page.consent.get().decision).toBeUndefined()
    },
  )

  it('that says the same again is no other decision', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    for (const source of ['onetrust', 'onetrust']) page.consent.set({ analytics: true }, { source })
    await browser.advance()
    expect(browser.namesAt('collector')).toEqual(['Consent changed'])
  })
})

describe('a closed layer', () => {
  it('leaves no timer, and hears nothing of other tabs', async () => {
    const browser = openBrowser({ who: 'ida' })
    const [first, second] = [await browser.open(), await browser.open()]
    first.layer.close()
    second.consent.set({ analytics: true })
    await browser.advance()
    expect(first.state('analytics')).toBe('pending')
    expect(first.platform.clock.pending).toBe(0)
  })
})

describe('an observer', () => {
  it('hears what holds an event, what releases it, and what becomes of it', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    const heard: unknown[][] = []
    page.on('progress', ({ step, destination, purpose, reason }) => heard.push([step, destination, purpose ?? reason]))
    page.track('Quote sent')
    await browser.advance()
    expect(heard.map(([step]) => step)).not.toContain('stored')
    page.consent.set({ analytics: true, monitoring: false })
    await browser.advance()
    expect(heard.filter((one) => /held|released|dropped/.test(String(one)))).toEqual(
      expect.arrayContaining([
        ['held', 'collector', 'analytics'],
        ['held', 'script', 'monitoring'],
        ['released', 'collector', 'analytics'],
        ['dropped', 'script', 'no-consent'],
      ]),
    )
    expect(page.layer.diagnostics.get().dropped).toEqual({ script: { 'no-consent': 2 } })
  })
})
