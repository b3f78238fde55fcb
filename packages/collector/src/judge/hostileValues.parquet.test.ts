import { describe, expect, it } from 'vitest'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { type Asked, DAY_MS, done, said, shown, START, type Told, toldBy, wrongIn } from './hostileData.ts'

const { folder } = parquetForTests()
const ask = async (told: readonly Told[], asked: Asked) => said(await folder(), toldBy([...shown(240), ...told]), asked)

const TOTAL = { event: 'Sent', property: 'total' }
const KINDS = {
  total: { of: 'sum', ...TOTAL },
  cut: { of: 'sum', ...TOTAL, winsorise: 0.9 },
  mean: { of: 'mean', ...TOTAL },
  median: { of: 'percentile', ...TOTAL, percentile: 50 },
  sent: { of: 'count', event: 'Sent' },
  each: { of: 'ratio', numerator: 'total', denominator: 'sent' },
}
const totals = (of: (n: number) => unknown, count = 240) => done(count, (n) => ({ properties: { total: of(n) } }))
const decisionsIn = (one: Awaited<ReturnType<typeof ask>>) =>
  one.answer?.metrics.flatMap(({ comparisons }) => comparisons.map(({ decision }) => decision)) ?? []

describe('values of a property', () => {
  type Case = readonly [string, (n: number) => unknown]
  const isSound = async (_: string, of: (n: number) => unknown) => {
    for (const [name, metric] of Object.entries(KINDS)) {
      const metrics = name === 'each' ? KINDS : { [name]: metric }
      const one = await ask(totals(of), { metrics, judgedBy: [name] })
      expect([name, wrongIn(one)]).toEqual([name, []])
    }
  }
  it.each<Case>([
    ['all zero', () => 0],
    ['all equal', () => 7],
    ['negative', (n) => -(n % 5)],
    ['small', (n) => 1e-9 * (n % 5)],
    ['denormal', (n) => 5e-324 * (n % 2)],
    ['whole numbers beyond those of JavaScript', (n) => 2 ** 60 + n * 1_024],
  ])('%s: each kind of metric has a right result, or is one sentence', isSound)

  it.each<Case>([
    ['hardly more than zero', (n) => 1e-100 * (1 + (n % 5))],
    ['large', (n) => 1e80 * (1 + (n % 5))],
  ])('%s: each kind of metric has a right result, or is one sentence', isSound)

  it.each<Case>([
    ['larger', (n) => 1e160 * (1 + (n % 5))],
    ['as large as can be', () => 1e308],
    ['as large as can be, and as small', (n) => (n % 2 ? 1e308 : -1e308)],
    ['one that is huge', (n) => (n === 5 ? 1e300 : 1)],
  ])('%s: each kind of metric has a right result, or is one sentence', isSound)

  it.each<Case>([['with some that are no numbers', (n) => [1, '2', true, null, [3], { four: 4 }, 'NaN'][n % 7]]])(
    '%s: each kind of metric has a right result, or is one sentence',
    isSound,
  )

  it.each<readonly [string, unknown]>([
    ['a text', 'twelve'],
    ['a boolean', true],
  ])('that are all %s are one sentence', async (_, value) => {
    const one = await ask(
      totals(() => value),
      { metrics: KINDS, judgedBy: ['total'] },
    )
    expect(one.text).toBe('No value of "total" of "Sent" is a number: "total" cannot be measured.')
  })

  it('that are no numbers are counted, and left out', async () => {
    const one = await ask(
      totals((n) => (n % 4 < 2 ? 10 : 'ten')),
      { metrics: { mean: KINDS.mean } },
    )
    expect(one.answer?.metrics[0]).toMatchObject({ notNumbers: 120, variations: [{ value: 10 }, { value: 10 }] })
    expect(one.text).toContain('120 values of "total" are no numbers')
  })

  it.each(['a/b', 'a~b', 'a.b', `a'b`, 'a"b', '$', '*', '[0]', '__proto__', 'ü'])(
    'of the property %s are found',
    async (property) => {
      const told = done(240, () => ({
        properties: JSON.parse(`{${JSON.stringify(property)}: 4}`) as object as Record<string, number>,
      }))
      const one = await ask(told, { metrics: { mean: { of: 'mean', event: 'Sent', property } } })
      expect(one.answer?.metrics[0]?.variations).toMatchObject([{ value: 4 }, { value: 4 }])
    },
  )
})

describe('what cannot be known is not decided', () => {
  // One unit of each variation has an event. Nothing can be said of how much units differ.
  const lonely = totals((n) => 10 + (n % 2)).slice(0, 2)

  it('a mean of one value in each variation', async () => {
    const one = await ask(lonely, { metrics: { mean: KINDS.mean } })
    expect(wrongIn(one)).toEqual([])
    expect(decisionsIn(one)).not.toContain('better')
  })

  it('a percentile of one value in each variation', async () => {
    const one = await ask(lonely, { metrics: { median: KINDS.median } })
    expect(wrongIn(one)).toEqual([])
    expect(decisionsIn(one)).not.toContain('better')
  })

  it('a ratio with one unit in each variation that has a denominator', async () => {
    const one = await ask(lonely, { metrics: KINDS, judgedBy: ['each'] })
    expect(wrongIn(one)).toEqual([])
    expect(decisionsIn(one)).not.toContain('better')
  })

  it('the median of values of which few are different, without any effect', async () => {
    // Nearly half of the values are 0 in one variation, and a little more in the other: chance does this.
    const told = totals((n) => (n % 2 ? (n < 128 ? 0 : 1) : n < 108 ? 0 : 1))
    const one = await ask(told, { metrics: { median: KINDS.median } })
    expect(one.answer?.metrics[0]?.variations.map(({ value }) => value)).toEqual([1, 0])
    expect(decisionsIn(one)).toEqual(['none'])
  })
})

describe('ratios', () => {
  const each = { metrics: KINDS, judgedBy: ['each'] }

  it('with denominators of zero have no figure, in one sentence', async () => {
    const one = await ask([], each)
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toContain('has no figure of “each”')
    expect(decisionsIn(one)).toEqual([])
  })

  it('with a denominator of zero in one variation have no comparison', async () => {
    const one = await ask(
      totals(() => 3).filter((_, n) => n % 2 === 0),
      each,
    )
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toContain('No other variation has a figure of “each”')
  })

  it('with negative denominators are the ratio of the sums', async () => {
    const told = done(240, (n) => ({ properties: { total: 6 + (n % 3), cost: -2 - (n % 5) } }))
    const metrics = {
      ...KINDS,
      cost: { of: 'sum', event: 'Sent', property: 'cost' },
      share: { of: 'ratio', numerator: 'total', denominator: 'cost' },
    }
    const one = await ask(told, { metrics, judgedBy: ['share'] })
    expect(wrongIn(one)).toEqual([])
    expect(one.answer?.metrics[0]?.variations[0]?.value).toBeCloseTo(-1.75, 2)
  })

  it('that say where they are cut off say the figure', async () => {
    const metrics = { ...KINDS, each: { of: 'ratio', numerator: 'cut', denominator: 'sent' } }
    const one = await ask(
      totals((n) => n),
      { metrics, judgedBy: ['each'] },
    )
    expect(one.text).toMatch(/Figures above .* count as this one/)
  })

  it('with a window count only what happens in it, or are refused', async () => {
    const late = done(240, (n) => ({ at: START + n * 60_000 + 10 * DAY_MS, properties: { total: 100 } }))
    const metrics = { ...KINDS, each: { ...KINDS.each, withinDays: 5 } }
    const one = await ask([...totals(() => 2), ...late], { metrics, judgedBy: ['each'] })
    if (one.answer) expect(one.answer.metrics[0]?.variations).toMatchObject([{ value: 2 }, { value: 2 }])
    else expect(one.text).toContain('withinDays')
  })
})

describe('windows', () => {
  it('of 0.05 days count what happens within 72 minutes, and not at their end', async () => {
    const minutes = (count: number) => done(240, (n) => ({ at: START + n * 60_000 + count * 60_000 }))
    const told = [...minutes(-1), ...minutes(0), ...minutes(71), ...minutes(72), ...minutes(1_000)]
    const one = await ask(told, { metrics: { sent: { ...KINDS.sent, withinDays: 0.05 } } })
    expect(one.answer?.metrics[0]?.variations).toMatchObject([{ value: 2 }, { value: 2 }])
  })

  it('of 3,650 days are finite', async () => {
    expect(wrongIn(await ask(done(240), { metrics: { sent: { ...KINDS.sent, withinDays: 3_650 } } }))).toEqual([])
  })
})
