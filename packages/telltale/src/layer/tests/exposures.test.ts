import { describe, expect, it } from 'vitest'
import type { Step } from '../../core/step.ts'
import { exposures } from '../../steps.ts'
import { openBrowser } from './exposuresBrowser.suite.ts'
import type { Wire } from './exposuresFlags.suite.ts'

const plan = (more: Partial<Wire> = {}) => ({ plan: { value: 'b', version: 3, variation: 1, ...more } })
const IN_EXPERIMENT = { kind: 'FALLTHROUGH', inExperiment: true }

describe('the record of an exposure', () => {
  it('has the facts of the flag, the identity and all flags of its moment, and is an event like any other', async () => {
    const browser = openBrowser()
    browser.flags = () => ({ ...plan({ reason: IN_EXPERIMENT }), other: { value: 7, version: 2, variation: 0 } })
    const page = await browser.open()
    page.platform.url = 'https://app.test/prices?token=secret'
    const at = page.platform.clock.now()
    page.read('plan')
    const [event, ...more] = await browser.exposures()
    expect(more).toEqual([])
    expect(event).toEqual({
      id: expect.any(String),
      page: expect.any(String),
      n: expect.any(Number),
      name: 'Flag shown',
      kind: 'exposure',
      exposure: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]+$/),
      at,
      url: expect.stringContaining('https://app.test/prices'),
      epoch: expect.any(String),
      identity: { id: 'ida' },
      properties: {
        ...{ flag: 'plan', variation: 1, version: 3, reason: 'FALLTHROUGH', in_experiment: true, unit: 'person' },
        ...{ screen_dimensions: '1440x900', 'LDFF: plan': 'b', 'LDFF: other': 7 },
      },
    })
    expect(page.platform.logged).toEqual([])
  })

  it('is on no other event', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.layer.track('Quote opened' as never)
    page.read('plan')
    page.layer.track('Quote sent' as never)
    await browser.advance(10_000)
    expect(browser.all().map(({ name, kind, exposure }) => [name, kind, typeof exposure])).toEqual([
      [expect.stringContaining('Load'), undefined, 'undefined'],
      ['Quote opened', undefined, 'undefined'],
      ['Flag shown', 'exposure', 'string'],
      ['Quote sent', undefined, 'undefined'],
    ])
  })

  it('has no in_experiment outside an experiment, and no reason if the service sends none', async () => {
    const browser = openBrowser()
    browser.flags = () => ({ ...plan(), out: { value: 1, variation: 0, reason: { kind: 'OFF', inExperiment: false } } })
    const page = await browser.open()
    page.read('plan', 'out')
    const [first, second] = await browser.exposures()
    expect(Object.keys(first?.properties ?? {})).not.toContain('reason')
    expect(Object.keys(first?.properties ?? {})).not.toContain('in_experiment')
    expect(second?.properties).toMatchObject({ reason: 'OFF' })
    expect(Object.keys(second?.properties ?? {})).not.toContain('in_experiment')
  })

  it('has the name of the variation if the service sends one', async () => {
    const browser = openBrowser()
    browser.flags = () => ({ plan: { value: 'b', version: 3, reason: { kind: 'STATIC', variant: 'paid' } } })
    const page = await browser.open()
    page.read('plan')
    const [exposure] = await browser.exposures()
    expect(exposure?.properties).toMatchObject({ value: 'b', variant: 'paid', reason: 'STATIC' })
  })

  it('is recorded by variation, variationDetail, a subscription to a value, a watcher that shows, and recordExposure', async () => {
    for (const read of ['variation', 'variationDetail', 'subscribe', 'watch', 'recordExposure']) {
      const browser = openBrowser()
      const { layer, flags } = await browser.open()
      if (read === 'variation') flags.variation('plan', 'a')
      if (read === 'variationDetail') (layer.flags.variationDetail as unknown as typeof flags.variation)('plan', 'a')
      if (read === 'subscribe') flags.value('plan', 'a').subscribe(() => {})
      if (read === 'watch') flags.watch('plan', () => {}, { fallback: 'a' })
      if (read === 'recordExposure') flags.recordExposure('plan')
      expect([read, await browser.shown()]).toEqual([read, ['plan 1 v3 person ida']])
    }
  })

  it('is not made by what shows nothing: getFlag, allFlags, a watcher that only listens, and a value without a subscriber', async () => {
    const browser = openBrowser()
    const { layer, flags } = await browser.open()
    layer.flags.getFlag('plan' as never)
    layer.flags.allFlags()
    flags.watch('plan', () => {})
    ;(flags.value('plan', 'a') as unknown as { get(): unknown }).get()
    await browser.change(plan({ value: 'c', variation: 2, version: 4 }))
    expect(await browser.shown()).toEqual([])
  })

  it('the version is that of the flag, as in the flags of the event, and not that of the environment', async () => {
    const browser = openBrowser()
    browser.flags = () => plan({ version: 900, flagVersion: 12 })
    const page = await browser.open()
    page.read('plan')
    await browser.change(plan({ version: 901, flagVersion: 12 }))
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v12 person ida'])
  })
})

describe('the digest', () => {
  it('the digest is the same in another browser, and another one for another application', async () => {
    const digests = []
    for (const app of ['Rental Desk', 'Rental Desk', 'Yard']) {
      const browser = openBrowser()
      ;(await browser.open({ app })).read('plan')
      digests.push(...(await browser.digests()))
    }
    expect(digests).toHaveLength(3)
    expect(digests[0]).toBe(digests[1])
    expect(digests[2]).not.toBe(digests[0])
  })

  it('the digests of different facts differ, however their texts are put together', async () => {
    const persons = ['a', 'a b', 'a:1', 'a","b', '1', 'a|plan']
    const flags = ['b', 'plan', '1', '1:1', 'plan|1', 'b","c', 'person', ' ']
    const all: unknown[] = []
    for (const unique_identity of persons) {
      const browser = openBrowser()
      browser.flags = () =>
        Object.fromEntries(
          flags.flatMap((key, place) => [
            [key, { value: 'x', version: 11, variation: 1 }],
            [`${key}1`, { value: 'x', version: 1, variation: 11 }],
            [`${key}v${place}`, { value: ['1', 1, true, 'true', null, {}, [], '{}'][place] ?? null, version: 1 }],
          ]),
        )
      const page = await browser.open()
      await page.signIn({ unique_identity })
      page.read(...Object.keys(browser.flags('')))
      all.push(...(await browser.digests()))
    }
    expect(all).toHaveLength(persons.length * flags.length * 3)
    expect(new Set(all).size).toBe(all.length)
  })

  it('a value without a variation is another exposure if it is another value, also of another type', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    const values = [
      '1',
      1,
      true,
      'true',
      null,
      'null',
      { a: 1 },
      ['a', 1],
      { a: 1, b: [null] },
      '{"a":1}',
      '',
      0,
      false,
    ]
    for (const value of [...values, ...values]) {
      await browser.change({ plan: { value, version: 3 } })
      page.read('plan')
    }
    const events = await browser.exposures()
    expect(events.map(({ properties }) => properties['value'])).toEqual(values)
    expect(new Set(events.map(({ exposure }) => exposure)).size).toBe(values.length)
    for (const { properties } of events) expect(Object.keys(properties)).not.toContain('variation')
  })

  async function recordInTwoLayers(steps?: readonly Step[]) {
    const browser = openBrowser()
    const one = await browser.open({ app: 'One', ...(steps && { steps }) })
    const other = await browser.open({ app: 'Other', ...(steps && { steps }) })
    one.read('plan')
    other.read('plan')
    await browser.advance(1_000)
    other.layer.close()
    await browser.change(plan({ version: 4 }))
    one.read('plan')
    const shown = await browser.shown()
    expect(shown.sort()).toEqual(['plan 1 v3 person ida', 'plan 1 v3 person ida', 'plan 1 v4 person ida'])
    expect(new Set(await browser.digests()).size).toBe(3)
  }

  it('differs in two layers of one page, which have a record each', () => recordInTwoLayers())

  // Wrong: the step keeps the layer that has started it last. The other layer drops its exposures, and counts them as filtered.
  it.fails('differs in two layers with the same settings object, which have a record each', () =>
    recordInTwoLayers([exposures()]))
})
