import { describe, expect, it } from 'vitest'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { type Asked, DAY_MS, done, NOW, said, SENT, shown, START, toldBy, wrongIn } from './hostileData.ts'

const { folder } = parquetForTests()
const usual = () => toldBy([...shown(240), ...done(240)])
const ask = async (asked: Asked, batches = usual()) => said(await folder(), batches, asked)

describe('a question that cannot be answered is answered by one sentence', () => {
  it.each<readonly [string, Asked, string]>([
    ['an unknown flag', { flag: 'even' }, 'There are no exposures of the flag "even"'],
    ['a flag whose name is SQL', { flag: `odd' or '1'='1` }, 'There are no exposures of the flag'],
    ['an unknown metric', { judgedBy: ['snet'] }, 'There is no metric "snet". There are: sent.'],
    ['a metric of Object', { judgedBy: ['__proto__'] }, 'There is no metric "__proto__"'],
    ['an unknown application', { app: `Quo'tes` }, 'There are no exposures of the flag'],
    ['an unknown unit', { unit: 'depot' }, 'is of the unit "depot"'],
    ['an unknown control', { control: '7' }, 'No unit was shown the variation 7'],
    [
      'an end in the future',
      { endsAt: NOW + DAY_MS },
      'This experiment is judged at its end, 2026-11-30, and not before.',
    ],
    ['an end before the exposures', { endsAt: START - DAY_MS }, 'There are no exposures of the flag'],
  ])('%s', async (_, asked, sentence) => {
    const one = await ask(asked)
    expect(one.text).toContain(sentence)
    expect(wrongIn(one)).toEqual([])
    expect(one.answer?.metrics ?? []).toEqual([])
  })

  it('no event at all', async () => {
    const one = await ask({}, [])
    expect(one.text).toMatch(/^There are no exposures/)
    expect(wrongIn(one)).toEqual([])
  })

  it('of a time in which a flag has no exposures does not name the same flag as one with exposures', async () => {
    const { text } = await ask({ until: START - DAY_MS })
    expect(text).not.toMatch(/no exposures of the flag "odd".*The flags with most exposures are odd/)
  })

  it.each([
    ['one unit', shown(1)],
    ['two units', shown(2)],
    ['a variation without units', shown(240, () => ({ properties: { variation: 0 } }))],
    ['a variation with one unit', shown(240, (n) => ({ properties: { variation: n === 3 ? 1 : 0 } }))],
  ])('%s', async (_, exposures) => {
    const one = await ask({}, toldBy([...exposures, ...done(240)]))
    expect(wrongIn(one)).toEqual([])
    expect(one.answer?.metrics).toEqual([])
    expect(one.text).not.toMatch(/better|worse/)
  })

  it('no metric is said to be missing', async () => {
    const one = await ask({ judgedBy: [] })
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toMatch(/metric/)
  })
})

describe('a split', () => {
  const three = (lost: number) =>
    toldBy(
      shown(900, (n) => ({ properties: { variation: n % 3 } })).filter((one) => one.properties?.['variation'] !== lost),
    )
  const split = (shares: Readonly<Record<string, number>>) => new Map(Object.entries(shares))

  it('that fits is no alarm', async () => {
    const { answer } = await ask({ split: split({ 0: 50, 1: 50 }) })
    expect(answer?.guards.filter(({ name }) => name === 'sample-ratio')).toEqual([])
  })

  it('that is another one is an alarm', async () => {
    const { answer } = await ask({ split: split({ 0: 90, 1: 10 }) })
    expect(answer?.guards).toMatchObject([{ level: 'alarm', name: 'sample-ratio' }])
  })

  it('has an alarm if all exposures of one variation are lost', async () => {
    const { answer, text } = await ask({ split: split({ 0: 1, 1: 1, 2: 1 }) }, three(2))
    expect(answer?.guards ?? []).toMatchObject([{ level: 'alarm', name: 'sample-ratio' }])
    expect(text).toMatch(/^Do not use this result/)
  })

  it('that leaves out a variation that was shown is a sentence, or an alarm', async () => {
    const one = await ask({ split: split({ 0: 1, 1: 1 }) }, three(-1))
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toMatch(/split|share/i)
  })

  it('that names a variation that nobody was shown is a sentence, or an alarm', async () => {
    const one = await ask({ split: split({ 0: 1, blue: 1 }) })
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toMatch(/split|share|blue/i)
  })

  it.each([NaN, Infinity, 0, -1])('with a share of %s has no value that is none', async (share) => {
    expect(wrongIn(await ask({ split: split({ 0: share, 1: 1 }) }))).toEqual([])
  })
})

describe('the probability of a miss, and the effect', () => {
  const isFinite = async (alpha: number) => {
    const spread = done(240, (n) => ({ properties: { total: n % 7 } }))
    const metrics = { total: { of: 'sum', event: 'Sent', property: 'total' } }
    for (const endsAt of [undefined, NOW - DAY_MS]) {
      const one = await ask({ alpha, metrics, endsAt }, toldBy([...shown(240), ...spread]))
      expect(wrongIn(one)).toEqual([])
      const { difference } = one.answer?.metrics[0]?.comparisons[0] ?? {}
      expect(difference && difference.high >= difference.low).toBe(true)
    }
  }
  it.each([1e-300, 1e-17, 1e-9, 0.5, 0.999999])('alpha %s gives finite intervals', isFinite)

  it.each([1 - 2 ** -53, 1])('alpha %s gives finite intervals', isFinite)

  it.each([0, -1, 1e-12, 1e9])('an effect of %s gives no value that is none', async (effect) => {
    const one = await ask({ effect }, toldBy([...shown(240), ...done(160)]))
    expect(wrongIn(one)).toEqual([])
    expect(one.answer?.metrics).toHaveLength(1)
  })

  it('an end in the past cuts off what came after', async () => {
    const late = done(240, (n) => ({ at: START + 20 * DAY_MS + n, name: 'Sent' }))
    const { answer } = await ask({ endsAt: START + 15 * DAY_MS }, toldBy([...shown(240), ...done(240), ...late]))
    expect(answer).toMatchObject({ method: 'fixed', metrics: [{ variations: [{ value: 1 }, { value: 1 }] }] })
  })
})

describe('the course', () => {
  it('is finite, and ends with the result', async () => {
    const { answer, text } = await ask({ hasCourse: true })
    expect(wrongIn({ text, ...(answer && { answer }) })).toEqual([])
    expect(answer?.metrics[0]?.course?.at(-1)?.differences).toMatchObject([
      answer?.metrics[0]?.comparisons[0]?.difference ?? {},
    ])
  })

  it('of clocks that are ten years off has at most 50 points', async () => {
    const exposures = shown(240, (n) => (n === 0 ? { at: START - 3_650 * DAY_MS } : {}))
    const one = await ask({ hasCourse: true, metrics: SENT }, toldBy([...exposures, ...done(240)]))
    expect(wrongIn(one)).toEqual([])
    expect(one.answer?.metrics[0]?.course?.length).toBeLessThanOrEqual(50)
  })
})
