import { describe, expect, it } from 'vitest'
import { openBrowser } from './exposuresBrowser.suite.ts'

const flagsOf = (count: number, more: object = {}) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`flag-${place}`, { value: place, version: 3, variation: 0, ...more }]),
  )

/** The names under which the browser remembers exposures. */
async function memories() {
  const browser = openBrowser()
  const page = await browser.open()
  page.read('plan')
  const [digest = ''] = (await browser.digests()) as string[]
  page.leave()
  return browser
    .stored()
    .flatMap(([key, text]) => (text.includes(digest) || key.includes(digest) ? [[key, text] as const] : []))
}

describe('the storage', () => {
  it('remembers digests, and no person, no key of a flag and no value', async () => {
    const browser = openBrowser()
    browser.person = { unique_identity: 'ida-of-the-yard' }
    browser.flags = () => ({ 'secret-plan': { value: 'secret value', version: 3, variation: 1 } })
    const page = await browser.open()
    page.read('secret-plan')
    const [digest = ''] = (await browser.digests()) as string[]
    const own = browser.stored().filter((entry) => entry.join().includes(digest))
    expect(own.length).toBeGreaterThan(0)
    for (const entry of own) expect(entry.join()).not.toMatch(/ida-of|secret/)
  })

  it('stays small, whatever is shown', async () => {
    const browser = openBrowser()
    for (let version = 1; version <= 6; version += 1) {
      browser.flags = () => flagsOf(400, { version })
      const page = await browser.open({ isAlone: true })
      page.read(...Object.keys(flagsOf(400)))
      page.leave()
    }
    expect(new Set(browser.heard).size).toBe(2_400)
    const last = browser.heard.at(-1) ?? ''
    const own = browser.stored().filter((entry) => entry.join().includes(last))
    expect(own.length).toBeGreaterThan(0)
    expect(own.join().length).toBeLessThan(500 * 40)
  })

  it('remembers the latest 500: a next visit that shows the same 500 records nothing new', async () => {
    const browser = openBrowser()
    browser.flags = () => flagsOf(500)
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await browser.open({ isAlone: true })
      page.read(...Object.keys(flagsOf(500)))
      await browser.advance(1_000)
      page.leave()
    }
    expect([browser.heard.length, new Set(browser.heard).size]).toEqual([500, 500])
  })

  it.each([501, 5_000])('a page that shows %i flags again and again records each of them once', async (count) => {
    const browser = openBrowser()
    browser.flags = () => flagsOf(count)
    const page = await browser.open({ isAlone: true })
    for (let times = 0; times < 4; times += 1) {
      page.read(...Object.keys(flagsOf(count)))
      await browser.advance(1_000)
    }
    expect([browser.heard.length, new Set(browser.heard).size, page.dropped()]).toEqual([count, count, {}])
  })

  it.each(['refuses', 'closing'] as const)(
    'that %s what it is given costs no exposure and breaks nothing',
    async (condition) => {
      const browser = openBrowser()
      browser.disk.condition = condition
      const page = await browser.open()
      page.read('plan')
      await browser.advance(1_000)
      page.read('plan')
      page.flags.value('plan', 'a').subscribe(() => {})
      expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
      browser.disk.condition = 'well'
      page.read('plan')
      expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    },
  )

  it('that is full while the exposure happens, and empty later, has it recorded once or, by the next page, once more', async () => {
    const browser = openBrowser()
    const first = await browser.open()
    browser.disk.condition = 'refuses'
    first.read('plan')
    await browser.advance(10_000)
    first.leave()
    browser.disk.condition = 'well'
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await browser.open()
      page.read('plan')
      await browser.advance(10_000)
      page.leave()
    }
    const shown = await browser.shown()
    expect([1, 2]).toContain(shown.length)
    expect(new Set(await browser.digests()).size).toBe(1)
  })

  async function recordOverDamage(text: string) {
    const names = await memories()
    expect(names.length).toBeGreaterThan(0)
    const browser = openBrowser()
    for (const [key] of names) browser.disk.storage.set(key, text)
    const first = await browser.open()
    first.read('plan')
    await browser.advance(1_000)
    first.read('plan')
    await browser.advance(1_000)
    first.leave()
    const second = await browser.open()
    second.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    second.leave()
    expect(browser.logged).toEqual([])
    return browser
  }

  it.each<[string, string]>([
    ['empty', ''],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"a"'],
    ['true', 'true'],
    ['an object', '{"a":1}'],
    ['an object with a length', '{"length":500}'],
    ['a list of what is no text', '[null,5,{},[],true]'],
    ['a broken text', '["a'],
    ['a list of a list', '[["a"]]'],
    ['an object with a list', '{"0":"a","includes":1}'],
    ['a huge list', JSON.stringify(Array.from({ length: 20_000 }, (_, place) => `${place}`))],
    ['one huge text', JSON.stringify(['x'.repeat(1_000_000)])],
    ['nonsense', 'x y'],
  ])('that another script has damaged (%s) breaks nothing, and remembers again', async (_, text) => {
    await recordOverDamage(text)
  })

  it('that another script has filled with a text that is no digest gets rid of it', async () => {
    const browser = await recordOverDamage(JSON.stringify(['x'.repeat(1_000_000)]))
    expect(browser.stored().join().length).toBeLessThan(30_000)
  })

  it('that is cleared while the page is open does not make it record again', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.read('plan')
    await browser.advance(5_000)
    for (const [key] of browser.stored()) browser.disk.storage.remove(key)
    page.read('plan')
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })
})
