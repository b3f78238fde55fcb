import { describe, expect, it } from 'vitest'
import { openBrowser } from './exposuresBrowser.suite.ts'

const flagsOf = (count: number, more: object = {}) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`flag-${place}`, { value: place, version: 3, variation: 0, ...more }]),
  )

describe('the network and the clock', () => {
  it.each(['lost', 'down'] as const)(
    'an exposure waits for a collector that is %s, over pages, and arrives once',
    async (how) => {
      const browser = openBrowser()
      browser.collector = how
      for (let visit = 0; visit < 3; visit += 1) {
        const page = await browser.open()
        page.read('plan')
        await browser.advance(5_000)
        if (visit === 1) page.crash()
        else page.leave()
      }
      browser.collector = 'up'
      await browser.open()
      expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    },
  )

  it.each(['leave', 'crash', 'close'] as const)(
    'a page that ends in the task of the exposure has recorded it: %s',
    async (end) => {
      const browser = openBrowser()
      const page = await browser.open()
      page.read('plan')
      page[end]()
      const next = await browser.open()
      next.read('plan')
      expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    },
  )

  it('a clock that was set back or forward by a year changes nothing', async () => {
    const browser = openBrowser()
    for (const skew of [0, -31_536_000_000, 31_536_000_000, 0]) {
      browser.skew = skew
      const page = await browser.open()
      page.read('plan')
      await browser.advance(10_000)
      page.leave()
    }
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('a burst of 300 exposures arrives, each once', async () => {
    const browser = openBrowser()
    browser.flags = () => flagsOf(300)
    const page = await browser.open()
    page.read(...Object.keys(flagsOf(300)))
    const digests = await browser.digests()
    expect([digests.length, new Set(digests).size, page.dropped()]).toEqual([300, 300, {}])
  })
})

describe('the page', () => {
  it('that is prerendered records when it is shown, with the user of that moment', async () => {
    const browser = openBrowser()
    ;(await browser.open()).leave()
    const page = await browser.open({ isPrerendered: true })
    page.read('plan')
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(60_000)
    expect(await browser.shown()).toEqual([])
    page.platform.activate()
    await browser.advance(1_000)
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('that is prerendered and never shown records nothing, and hides nothing from the next page', async () => {
    const browser = openBrowser()
    ;(await browser.open()).leave()
    const page = await browser.open({ isPrerendered: true })
    page.read('plan')
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(60_000)
    page.leave()
    const next = await browser.open()
    await browser.advance(10_000)
    expect(await browser.shown()).toEqual([])
    next.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('that has closed its layer records nothing more, and does not break', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.layer.close()
    page.read('plan')
    page.flags.recordExposure('plan')
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(10_000)
    const next = await browser.open()
    expect(await browser.shown()).toEqual([])
    next.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  const BOOTSTRAP = { plan: 'b', $flagsState: { plan: { version: 3, variation: 1 } }, $valid: true }

  async function showBootstrap(how: 'reads' | 'shows') {
    const browser = openBrowser()
    browser.whoAmI = 'slow'
    const page = await browser.open({ bootstrap: BOOTSTRAP })
    if (how === 'reads') expect(page.read('plan')).toEqual(['b'])
    else page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(5_000)
    return { browser, page }
  }

  it('that shows the flags of its server before it knows its user records them once it knows', async () => {
    const { browser } = await showBootstrap('shows')
    expect(await browser.shown()).toEqual([])
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('that reads the flags of its server before it knows its user records them once it knows', async () => {
    const { browser } = await showBootstrap('reads')
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  async function leaveBootstrap(how: 'reads' | 'shows') {
    const { browser, page } = await showBootstrap(how)
    page.leave()
    await browser.open()
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  }

  it('that has the flags of its server and is left before it knows its user has recorded what it reads', () =>
    leaveBootstrap('reads'))

  // Wrong: what a component shows is recorded when the flags of the user are in force, which is after who-am-i has answered.
  it.fails('that has the flags of its server and is left before it knows its user has recorded what it shows', () =>
    leaveBootstrap('shows'))
})
