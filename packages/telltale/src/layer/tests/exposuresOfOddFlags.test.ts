import { describe, expect, it } from 'vitest'
import type { FlagDefinitions } from '../../core/model/definitions.ts'
import { openBrowser } from './exposuresBrowser.suite.ts'
import { keyOf } from './readExposures.suite.ts'

/** An object that has a key such as `__proto__` of its own. */
const own = <Value>(key: string, value: Value) =>
  JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as Record<string, Value>

describe('what the definition of a flag says', () => {
  const MANUAL: FlagDefinitions = { plan: { default: 'a', exposure: 'manual' } }
  const NEVER: FlagDefinitions = { plan: { default: 'a', exposure: 'never' } }

  it('manual: only recordExposure records', async () => {
    const browser = openBrowser()
    const page = await browser.open({ definitions: MANUAL })
    expect(page.read('plan')).toEqual(['b'])
    page.flags.value('plan', 'a').subscribe(() => {})
    page.flags.watch('plan', () => {}, { fallback: 'a' })
    await browser.change({ plan: { value: 'c', version: 4, variation: 2 } })
    expect(await browser.shown()).toEqual([])
    page.flags.recordExposure('plan')
    page.flags.recordExposure('plan')
    expect(await browser.shown()).toEqual(['plan 2 v4 person ida'])
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 2 v4 person ida'])
  })

  it('manual: recordExposure of a flag that is not known, or has another type than its default, records nothing', async () => {
    const browser = openBrowser()
    const page = await browser.open({
      definitions: { ...MANUAL, plan: { default: 5, exposure: 'manual' }, gone: { default: 1 } },
    })
    page.flags.recordExposure('plan')
    page.flags.recordExposure('gone')
    page.flags.recordExposure('gone', 1)
    expect(await browser.shown()).toEqual([])
  })

  it('never: nothing records', async () => {
    const browser = openBrowser()
    const page = await browser.open({ definitions: NEVER })
    page.read('plan')
    page.flags.value('plan', 'a').subscribe(() => {})
    page.flags.recordExposure('plan')
    expect(await browser.shown()).toEqual([])
  })

  it('a definition of a later page holds for what an earlier page has left unfinished, and nothing breaks', async () => {
    const browser = openBrowser()
    ;(await browser.open()).leave()
    browser.whoAmI = 'slow'
    const first = await browser.open()
    first.read('plan')
    first.crash()
    const next = await browser.open({ definitions: MANUAL })
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    expect(next.platform.logged).toEqual([])
  })
})

describe('a key that is odd', () => {
  const ODD = [
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'flag', 'exposure', 'default'],
    ...[
      '',
      ' ',
      '0',
      '-1',
      'a.b',
      'a/b',
      'a b',
      '%',
      '"',
      '\\',
      '\n',
      '\0',
      '\u2028',
      '🏗️',
      '\ud800',
      '\udc00',
      '\ufffd',
    ],
    ...['é', 'e\u0301', 'ı', 'İ', 'ß', 'שלום', '\u202e', 'x'.repeat(10_000), `${'x'.repeat(9_999)}y`],
  ]

  it('has an exposure like any other, with a digest of its own, once', async () => {
    const browser = openBrowser()
    browser.flags = () =>
      JSON.parse(`{${ODD.map((key) => `${JSON.stringify(key)}:{"value":"b","version":3,"variation":1}`).join()}}`)
    const page = await browser.open()
    // The service cannot serve each of them.
    const known = ODD.filter((key) => page.layer.flags.getFlag(key as never))
    expect(known).toEqual(expect.arrayContaining(['constructor', 'toString', '🏗️', 'é', 'e\u0301', 'x'.repeat(10_000)]))
    expect(known.length).toBeGreaterThan(ODD.length - 3)
    page.read(...ODD)
    page.read(...ODD)
    await browser.advance(1_000)
    page.leave()
    const next = await browser.open()
    next.read(...ODD)
    const events = await browser.exposures()
    expect(events.map(({ properties }) => properties['flag'])).toEqual(known)
    expect(new Set(events.map(({ exposure }) => exposure)).size).toBe(known.length)
    expect(events.every((event) => keyOf(event) === 'ida')).toBe(true)
    // Keys that are the same in snake case are reported.
    expect(browser.logged.filter((line) => !line.includes('(T63)'))).toEqual([])
  })

  it('is looked up among the definitions as what it is', async () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const browser = openBrowser()
      browser.flags = () => own(key, { value: 'b', version: 3, variation: 1 })
      const page = await browser.open({ definitions: own(key, { default: 'a', exposure: 'never' }) })
      page.read(key)
      expect([key, await browser.shown()]).toEqual([key, []])
    }
  })
})

describe('a value', () => {
  it.each([[null], [{ a: { b: [1] } }], [['a', { b: null }]], [''], [0], [false]])(
    'of %j has its variation, and without a variation the value',
    async (value) => {
      const browser = openBrowser()
      browser.flags = () => ({ one: { value, version: 2, variation: 4 }, two: { value, version: 2 } })
      const page = await browser.open()
      page.read('one', 'two')
      const [one, two] = await browser.exposures()
      expect(one?.properties).toMatchObject({ flag: 'one', variation: 4 })
      expect(Object.keys(one?.properties ?? {})).not.toContain('value')
      expect(two?.properties).toMatchObject({ flag: 'two', value })
    },
  )

  it('of another type than the fallback is not shown, and a reader of the right type records it', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    for (const fallback of [5, false, {}, []]) page.flags.variation('plan', fallback)
    page.flags.value('plan', 5).subscribe(() => {})
    page.flags.watch('plan', () => {}, { fallback: true })
    page.flags.recordExposure('plan', 5)
    page.flags.variation('gone', 'a')
    page.flags.value('gone', 'a').subscribe(() => {})
    expect(await browser.shown()).toEqual([])
    page.flags.variation('plan', 'a')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('that an override shows is not recorded, and the one that it has hidden is, once it is shown', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.flags.override('plan', 'z')
    page.read('plan')
    page.flags.recordExposure('plan')
    page.flags.value('plan', 'a').subscribe(() => {})
    expect(await browser.shown()).toEqual([])
    page.flags.override('plan', undefined)
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    page.flags.override('plan', 'b')
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })
})
