import { describe, expect, it } from 'vitest'
import { openBrowserOfIda, OTTO } from './exposuresBrowser.suite.ts'

describe('a page that ends before who-am-i has answered', () => {
  it.each(['leave', 'crash', 'close'] as const)(
    'leaves its exposure to the next page, beside which a later one is a copy: %s',
    async (end) => {
      const browser = await openBrowserOfIda()
      const first = await browser.open()
      const at = first.platform.clock.now()
      first.read('plan')
      first[end]()
      await browser.advance(5_000)
      const second = await browser.open()
      second.read('plan')
      await browser.answer()
      second.read('plan')
      const all = await browser.exposures()
      expect(Math.min(...all.map((one) => one.at))).toBe(at)
      expect(new Set(all.map(({ exposure }) => exposure)).size).toBe(1)
      expect(new Set(await browser.shown())).toEqual(new Set(['plan 1 v3 person ida']))
      // The page itself has none twice.
      expect(all.length).toBeLessThanOrEqual(2)
    },
  )

  it.each(['leave', 'crash'] as const)(
    'leaves it to a page that shows the flag no more, with its time and its address: %s',
    async (end) => {
      const browser = await openBrowserOfIda()
      const first = await browser.open()
      first.platform.url = 'https://app.test/landing'
      const at = first.platform.clock.now()
      first.read('plan')
      first[end]()
      await browser.advance(3_600_000)
      await browser.open()
      await browser.answer()
      expect(await browser.exposures()).toMatchObject([
        { at, url: 'https://app.test/landing', identity: { id: 'ida' } },
      ])
    },
  )

  it('and was of another person, says the next page, leaves nothing to it', async () => {
    const browser = await openBrowserOfIda()
    const first = await browser.open()
    first.read('plan')
    first.crash()
    browser.person = OTTO
    const second = await browser.open()
    await browser.answer()
    second.read('plan')
    expect(await browser.shown()).toEqual(['plan 2 v3 person otto'])
  })

  it('and after whose end somebody else has signed in leaves nothing to them', async () => {
    const browser = await openBrowserOfIda()
    const first = await browser.open()
    first.read('plan')
    first.crash()
    browser.token = 'another'.padEnd(36, '~')
    browser.person = OTTO
    const second = await browser.open()
    await browser.answer()
    second.read('plan')
    const shown = await browser.shown()
    expect(shown.filter((sentence) => !sentence.endsWith('person ida'))).toEqual(['plan 2 v3 person otto'])
  })

  it.each(['hidden', 'in the cache'])('and that is only %s records it when it is back', async (how) => {
    const browser = await openBrowserOfIda()
    const page = await browser.open()
    page.read('plan')
    if (how === 'hidden') page.platform.mayExit()
    else page.platform.putInCache()
    await browser.advance(10_000)
    page.platform.comeBack()
    await browser.answer()
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })
})
