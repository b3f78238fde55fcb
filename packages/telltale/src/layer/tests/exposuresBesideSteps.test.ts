import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Step } from '../../core/step.ts'
import { session } from '../../session.ts'
import { automation, commonProperties, exposures, sample } from '../../steps.ts'
import { openBrowser, openBrowserOfIda, OTTO } from './exposuresBrowser.suite.ts'

const plan = (more: object = {}) => ({ plan: { value: 'b', version: 3, variation: 1, ...more } })

/** The digest of the exposure of a page that has no other step. */
async function plainDigest() {
  const browser = openBrowser()
  ;(await browser.open()).read('plan')
  return (await browser.digests())[0]
}

const PROPERTIES = [
  'flag',
  'variation',
  'variant',
  'version',
  'unit',
  'reason',
  'in_experiment',
  'value',
  'exposure',
  'kind',
  'name',
]

/** Adds properties that have the names of those of an exposure, as an application with flags of countries may. */
const enriching: Step = {
  name: 'countries',
  enrich: () => ({ properties: Object.fromEntries(PROPERTIES.map((name) => [name, 'germany'])) }),
}

const throwing: Step = {
  name: 'broken',
  enrich() {
    throw new Error('enrich')
  },
  process() {
    throw new Error('process')
  },
}

/** Removes all properties from each event, as an application that is careful may. */
const emptying: Step = { name: 'emptying', process: (event) => ({ ...event, properties: {} }) }
const renaming: Step = { name: 'renaming', process: (event) => ({ ...event, name: `Desk: ${event.name}` }) }

describe('other steps', () => {
  it.each<[string, readonly Step[]]>([
    ['commonProperties', [commonProperties(() => ({ flag: 'germany', unit: 'kg', variation: 9, depot: 4 }))]],
    ['session and automation', [session(), automation()]],
    ['sample', [sample(1)]],
    ['one that throws', [throwing]],
  ])('%s before or after it change nothing of an exposure, and add what they add', async (_, others) => {
    const digest = await plainDigest()
    for (const steps of [
      [exposures(), ...others],
      [...others, exposures()],
    ]) {
      const browser = openBrowser()
      const first = await browser.open({ steps })
      first.read('plan')
      await browser.advance(1_000)
      first.leave()
      ;(await browser.open({ steps })).read('plan')
      const [event, ...more] = await browser.exposures()
      expect(more).toEqual([])
      expect([event?.exposure, event?.properties]).toEqual([
        digest,
        expect.objectContaining({ flag: 'plan', variation: 1, version: 3, unit: 'person' }),
      ])
      if (others.some(({ name }) => name === 'commonProperties')) expect(event?.properties['depot']).toBe(4)
      if (others.some(({ name }) => name === 'session')) expect(event?.moment?.session?.id).toEqual(expect.any(String))
    }
  })

  async function expectOnce(steps: readonly Step[]) {
    const digest = await plainDigest()
    const browser = openBrowser()
    const first = await browser.open({ steps })
    first.read('plan')
    await browser.advance(1_000)
    first.read('plan')
    first.leave()
    ;(await browser.open({ steps })).read('plan')
    await browser.advance(70_000)
    const own = browser.all().filter(({ kind }) => kind === 'exposure')
    expect(own.map(({ exposure }) => exposure)).toEqual([digest])
  }

  it.each<[string, readonly Step[]]>([
    ['after it removes all properties', [exposures(), emptying]],
    ['before it removes all properties', [emptying, exposures()]],
    ['after it changes the name', [exposures(), renaming]],
    ['before it changes the name', [renaming, exposures()]],
  ])('one that %s changes neither its digest nor that it is recorded once', (_, steps) => expectOnce(steps))

  it.each<[string, readonly Step[]]>([
    ['after', [exposures(), enriching]],
    ['before', [enriching, exposures()]],
  ])(
    'one %s it that adds properties of the same names changes neither its digest nor that it is recorded once',
    (_, steps) => expectOnce(steps),
  )

  async function expectNothingOfAnother(steps: readonly Step[]) {
    const browser = await openBrowserOfIda({ steps })
    browser.person = OTTO
    const page = await browser.open({ steps })
    page.read('plan')
    await browser.answer()
    await browser.advance(70_000)
    expect(browser.all().filter(({ kind }) => kind === 'exposure')).toEqual([])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  }

  it('one after it that changes the name does not give what was chosen for one person to another one', () =>
    expectNothingOfAnother([exposures(), renaming]))

  it('one before it that changes the name does not give what was chosen for one person to another one', () =>
    expectNothingOfAnother([renaming, exposures()]))

  it.each<[string, (own: Step, other: Step) => readonly Step[]]>([
    ['before', (own, other) => [other, own]],
    ['after', (own, other) => [own, other]],
  ])('an exposure that a step %s it drops, for example before a consent, is recorded later', async (_, order) => {
    let hasConsent = false
    const consent: Step = { name: 'consent', process: (event: AnalyticsEvent) => (hasConsent ? event : undefined) }
    const browser = openBrowser()
    const steps = order(exposures(), consent)
    const first = await browser.open({ steps })
    first.read('plan')
    await browser.advance(1_000)
    expect(Object.keys(first.dropped())).toEqual(['consent'])
    first.leave()
    hasConsent = true
    const second = await browser.open({ steps })
    second.read('plan')
    second.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('a sample without the person drops the exposure, and counts it as its own', async () => {
    const browser = openBrowser()
    const page = await browser.open({ steps: [exposures(), sample(0)] })
    page.read('plan')
    expect(await browser.shown()).toEqual([])
    expect(Object.keys(page.dropped())).toEqual(['sample'])
  })

  it('the exposure has the properties and the moment of its own time, and not of the answer of who-am-i', async () => {
    let depot = 'north'
    const steps = [exposures(), commonProperties(() => ({ depot, release: depot }))]
    const browser = openBrowser()
    ;(await browser.open({ steps })).leave()
    browser.whoAmI = 'slow'
    const page = await browser.open({ steps })
    page.read('plan')
    depot = 'south'
    await browser.answer()
    expect(await browser.exposures()).toMatchObject([
      { properties: { depot: 'north', 'LDFF: plan': 'b' }, moment: { release: 'north' } },
    ])
  })

  async function expectBoth(order: (own: Step, other: Step) => readonly Step[]) {
    const browser = openBrowser()
    browser.flags = () => ({ ...plan(), depot: { value: 'north', variation: 0 } })
    const shown: { depot?: () => unknown } = {}
    const reading: Step = {
      name: 'reading',
      enrich: () => (shown.depot ? { properties: { depot: shown.depot() } } : undefined),
    }
    const page = await browser.open({ steps: order(exposures(), reading) })
    shown.depot = () => page.flags.variation('depot', '')
    page.read('plan')
    page.layer.track('Quote sent' as never)
    expect((await browser.shown()).sort()).toEqual(['depot 0 v1 person ida', 'plan 1 v3 person ida'])
    expect([page.platform.logged, page.dropped()]).toEqual([[], {}])
  }

  it('one after it that reads a flag for each event has its exposure, and costs no other one', () =>
    expectBoth((own, other) => [own, other]))

  it('one before it that reads a flag for each event has its exposure, and costs no other one', () =>
    expectBoth((own, other) => [other, own]))

  it('the step twice in the list records it once', async () => {
    const browser = openBrowser()
    const page = await browser.open({ steps: [exposures(), exposures()] })
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('an event of the application called like it, and one of another step of the kind exposure, are no exposures of it', async () => {
    const browser = openBrowser()
    const own: Step = {
      name: 'own',
      start({ record }) {
        record('Banner shown', { banner: 3 }, 'exposure')
        return () => {}
      },
    }
    const page = await browser.open({ steps: [exposures(), own] })
    page.layer.track('Flag shown' as never, { flag: 'germany' } as never)
    await browser.advance(10_000)
    expect(browser.all().map(({ name, kind }) => [name, kind])).toEqual(
      expect.arrayContaining([
        ['Flag shown', undefined],
        ['Banner shown', 'exposure'],
      ]),
    )
    expect(page.dropped()).toEqual({})
  })
})

describe('destinations', () => {
  it('each gets the exposure, unless it says in accepts that it wants none', async () => {
    const browser = openBrowser()
    const taken: string[] = []
    const destination = (name: string, accepts?: (event: AnalyticsEvent) => boolean) => ({
      ...{ name, accepts },
      async deliver(batch: readonly AnalyticsEvent[]) {
        taken.push(...batch.map((event) => `${name}: ${event.kind ?? event.name}`))
        return { outcome: 'delivered' as const }
      },
    })
    const destinations = [destination('all'), destination('few', ({ kind }) => kind !== 'exposure')]
    const page = await browser.open({ settings: { destinations } as never })
    page.read('plan')
    page.layer.track('Quote sent' as never)
    await browser.advance(5_000)
    expect(taken.filter((one) => !one.includes('Load')).sort()).toEqual([
      ...['all: Quote sent', 'all: exposure', 'few: Quote sent'],
    ])
    await browser.change(plan({ version: 4 }))
    page.read('plan')
    await browser.advance(5_000)
    expect(taken.filter((one) => one.endsWith('exposure'))).toEqual(['all: exposure', 'all: exposure'])
    expect(page.dropped()).toEqual({})
  })
})
