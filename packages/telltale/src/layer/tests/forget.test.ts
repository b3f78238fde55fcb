import { describe, expect, it } from 'vitest'
import { openBrowser } from './consentBrowser.suite.ts'

const ALL = { initial: { analytics: true, monitoring: true }, forgetUrl: 'https://app.test/forget-me' }

describe('forget', () => {
  it('takes everything about the user from the browser, in all tabs, and asks the application with the token', async () => {
    const browser = openBrowser({ consent: ALL, hasTokens: true, who: 'ida' })
    browser.collector = 'down'
    const [first, second] = [await browser.open(), await browser.open()]
    first.consent.set({ analytics: true })
    first.track('one')
    second.track('two')
    await browser.advance()
    expect(await browser.contents()).toMatch(/ida/)
    const answer = first.layer.forget?.()
    await browser.advance()
    expect(await answer).toEqual({ isRequested: true, status: 202 })
    expect(browser.forgetting).toEqual([['Bearer ida'.padEnd(43, '~'), '{}']])
    expect(await browser.contents()).not.toMatch(/ida|"one"|"two"|Consent changed/)
    expect(browser.keys()).toEqual([])
    browser.collector = 'up'
    first.track('three')
    second.track('four')
    await browser.advance(120_000)
    first.platform.mayExit()
    expect(browser.namesAt('collector')).toEqual([])
    expect(await browser.contents()).not.toMatch(/ida|three|four/)
    expect(browser.calls).toContainEqual(['reset'])
    expect(browser.calls.at(-1)).toEqual(['allow', false])
    expect(first.removed).toContain('_script')
    expect(first.platform.logged.join()).toContain('202')
  })

  it('leaves to others what is theirs', async () => {
    const browser = openBrowser({ consent: ALL })
    browser.collector = 'down'
    const page = await browser.open({ who: 'otto' })
    page.track('of otto')
    await browser.advance()
    await page.be('ida')
    page.track('of ida')
    await browser.advance()
    void page.layer.forget?.()
    await browser.advance()
    expect(await browser.contents()).toContain('of otto')
    expect(await browser.contents()).not.toContain('of ida')
    await page.be('otto')
    page.track('of otto again')
    browser.collector = 'up'
    await browser.advance(120_000)
    expect(browser.namesAt('collector')).toEqual(expect.arrayContaining(['of otto', 'of otto again']))
    expect(browser.namesAt('collector')).not.toContain('of ida')
  })

  it('tells the application which visitor it is, if nobody is signed in', async () => {
    const browser = openBrowser({ consent: ALL })
    const page = await browser.open()
    const { visitor } = page.layer.identity.current.get() as { visitor?: string }
    void page.layer.forget?.()
    await browser.advance()
    expect(browser.forgetting).toEqual([[undefined, JSON.stringify({ visitor })]])
    expect(await browser.contents()).not.toContain(visitor)
  })

  it.each([
    ['refuses', { status: 403 }, 403],
    ['cannot be reached', 'network' as const, 0],
  ])('says that the application %s', async (_title, forgets, status) => {
    const browser = openBrowser({ consent: ALL, who: 'ida' })
    browser.forgets = forgets
    const page = await browser.open()
    const answer = page.layer.forget?.()
    await browser.advance()
    expect(await answer).toEqual({ isRequested: false, status })
  })

  it('asks nobody without an address', async () => {
    const browser = openBrowser({ who: 'ida' })
    const page = await browser.open()
    const answer = page.layer.forget?.()
    await browser.advance()
    expect(await answer).toEqual({ isRequested: false, status: 0 })
    expect(browser.forgetting).toEqual([])
  })

  it('does nothing for a user who is impersonated', async () => {
    const browser = openBrowser({ consent: ALL })
    const page = await browser.open({ who: 'sam as otto' })
    expect(await page.layer.forget?.()).toEqual({ isRequested: false, status: 0 })
    expect(page.state('analytics')).toBe('granted')
    expect(browser.forgetting).toEqual([])
  })

  it('asks the user again on the next visit', async () => {
    const browser = openBrowser({ who: 'ida', consent: { forgetUrl: 'https://app.test/forget-me' } })
    const page = await browser.open()
    page.consent.set({ analytics: true, monitoring: true })
    void page.layer.forget?.()
    await browser.advance()
    expect(page.consent.get()).toMatchObject({ shouldAsk: false, purposes: { analytics: 'denied' } })
    page.leave()
    await browser.advance(120_000)
    expect((await browser.open()).consent.get()).toMatchObject({ shouldAsk: true, purposes: { analytics: 'pending' } })
  })
})
