import { describe, expect, it } from 'vitest'
import { openBrowser } from './exposuresBrowser.suite.ts'
import type { Wire } from './exposuresFlags.suite.ts'

const plan = (more: Partial<Wire> = {}) => ({ plan: { value: 'b', version: 3, variation: 1, ...more } })
const IN_EXPERIMENT = { kind: 'FALLTHROUGH', inExperiment: true }

describe('once for the unit, the flag, the variation, the version and the experiment', () => {
  it('a hundred reads, further pages and further visits record nothing new', async () => {
    const browser = openBrowser()
    for (let visit = 0; visit < 4; visit += 1) {
      const page = await browser.open()
      for (let times = 0; times < 100; times += 1) page.read('plan')
      page.flags.value('plan', 'a').subscribe(() => {})
      await browser.advance(1_000)
      page.read('plan')
      page.leave()
      await browser.advance(visit * 86_400_000)
    }
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('a read that comes while the first one still waits for who-am-i records nothing new on this page, and at most a later copy on the next', async () => {
    const browser = openBrowser()
    ;(await browser.open()).leave()
    browser.whoAmI = 'slow'
    const first = await browser.open()
    const shownAt = first.platform.clock.now()
    expect(first.read('plan', 'plan')).toEqual(['b', 'b'])
    await browser.advance(5_000)
    first.read('plan')
    first.leave()
    const second = await browser.open()
    second.read('plan')
    await browser.answer()
    second.read('plan')
    // The next page may have recorded it before it has heard of the first one: a copy.
    const all = await browser.exposures()
    expect(Math.min(...all.map(({ at }) => at))).toBe(shownAt)
    expect(new Set(all.map(({ exposure }) => exposure)).size).toBe(1)
    expect(new Set(await browser.shown())).toEqual(new Set(['plan 1 v3 person ida']))
    await browser.open()
    expect(await browser.exposures()).toHaveLength(all.length)
  })

  it('tabs that are open at the same time record it once, when they show it one after another', async () => {
    const browser = openBrowser()
    const [one, other] = [await browser.open(), await browser.open()]
    one.read('plan')
    await browser.advance(1_000)
    other.read('plan')
    await browser.advance(1_000)
    one.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('tabs remember what the others have recorded, and overwrite nothing of it', async () => {
    const browser = openBrowser()
    const keys = ['a', 'b', 'c', 'd', 'e', 'f']
    browser.flags = () => Object.fromEntries(keys.map((key) => [key, { value: key, variation: 0 }]))
    const tabs = [await browser.open(), await browser.open()]
    for (const [place, key] of keys.entries()) {
      tabs[place % 2]?.read(key)
      await browser.advance(500)
    }
    for (const tab of tabs) tab.leave()
    const last = await browser.open()
    last.read(...keys)
    expect((await browser.shown()).sort()).toEqual(keys.map((key) => `${key} 0 v1 person ida`))
  })

  it('tabs that show it in one moment may record it twice, with the same digest, and no later page does again', async () => {
    const browser = openBrowser()
    const tabs = [await browser.open(), await browser.open(), await browser.open()]
    browser.disk.isLate = true
    for (const tab of tabs) tab.read('plan')
    await browser.advance(100)
    browser.disk.isLate = false
    const digests = await browser.digests()
    expect(digests.length).toBeGreaterThan(0)
    expect(new Set(digests).size).toBe(1)
    for (const tab of tabs) tab.read('plan')
    const next = await browser.open()
    next.read('plan')
    expect(await browser.digests()).toEqual(digests)
  })

  it('another version records, and the former one does not again', async () => {
    const browser = openBrowser()
    for (const version of [3, 4, 3, 4, 5]) {
      browser.flags = () => plan({ version })
      const page = await browser.open()
      page.read('plan')
      page.leave()
      await browser.advance(1_000)
    }
    expect(await browser.shown()).toEqual([3, 4, 5].map((version) => `plan 1 v${version} person ida`))
  })

  it('the first one inside an experiment after one outside records, and the next ones of either kind do not', async () => {
    const browser = openBrowser()
    browser.flags = () => plan()
    const page = await browser.open()
    page.read('plan')
    for (const reason of [IN_EXPERIMENT, { kind: 'FALLTHROUGH' }, { kind: 'RULE_MATCH' }, IN_EXPERIMENT]) {
      await browser.change(plan({ reason }))
      page.read('plan')
    }
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida', 'plan 1 v3 person ida in experiment'])
    expect(new Set(await browser.digests()).size).toBe(2)
  })

  it('a value that stays on the screen while its flag becomes part of an experiment is recorded again', async () => {
    const browser = openBrowser()
    browser.flags = () => plan()
    const page = await browser.open()
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(1_000)
    await browser.change(plan({ version: 4, reason: IN_EXPERIMENT }))
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida', 'plan 1 v4 person ida in experiment'])
  })

  it('an equal value of another version is recorded when it is read again', async () => {
    const browser = openBrowser()
    browser.flags = () => plan()
    const page = await browser.open()
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(1_000)
    await browser.change(plan({ version: 4 }))
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida', 'plan 1 v4 person ida'])
  })

  it('a flag that flips between two variations ten times is two exposures, and with ten versions it is eleven', async () => {
    for (const grows of [false, true]) {
      const browser = openBrowser()
      browser.flags = () => plan({ version: 3, flagVersion: 3 })
      const page = await browser.open()
      page.flags.value('plan', 'a').subscribe(() => {})
      page.read('plan')
      for (let flip = 1; flip <= 10; flip += 1) {
        const [value, variation] = flip % 2 ? ['a', 0] : ['b', 1]
        await browser.change(plan({ value, variation, version: 3 + flip, flagVersion: grows ? 3 + flip : 3 }))
        page.read('plan')
      }
      const shown = await browser.shown()
      expect(shown).toHaveLength(grows ? 11 : 2)
      expect(new Set(shown).size).toBe(shown.length)
    }
  })

  it('a hundred watchers of a flag record one exposure for each of its variations', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    for (let count = 0; count < 100; count += 1) page.flags.watch('plan', () => {}, { fallback: 'a' })
    await browser.change(plan({ value: 'c', variation: 2, version: 4 }))
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida', 'plan 2 v4 person ida'])
  })
})
