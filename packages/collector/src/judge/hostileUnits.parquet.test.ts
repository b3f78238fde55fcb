import { describe, expect, it } from 'vitest'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { type Asked, DAY_MS, done, said, shown, START, type Told, toldBy, wrongIn } from './hostileData.ts'

const { folder } = parquetForTests()
const ask = async (told: readonly Told[], asked: Asked = {}) => said(await folder(), toldBy(told), asked)
const unitsIn = ({ answer }: Awaited<ReturnType<typeof ask>>) => answer?.units.map(({ units }) => units)
const valuesIn = ({ answer }: Awaited<ReturnType<typeof ask>>) =>
  answer?.metrics[0]?.variations.map(({ value }) => value)

describe('clocks', () => {
  it.each([
    ['a day ahead', DAY_MS],
    ['ten years ahead', 3_650 * DAY_MS],
    ['ten years behind', -3_650 * DAY_MS],
    ['before 1970', -START - 1_000 * DAY_MS],
    ['at the end of time', 8.64e15 - START - DAY_MS * 2],
    ['at the beginning of time', -8.64e15 - START],
  ])('that are %s', async (_, off) => {
    const late = (told: readonly Told[]) =>
      told.map((one, n) => (n % 10 === 0 ? { ...one, at: (one.at ?? 0) + off } : one))
    const one = await ask([...late(shown(240)), ...late(done(240))])
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual([120, 120])
    expect(valuesIn(one)).toEqual([1, 1])
  })
})

describe('units', () => {
  it('that see both variations are left out, and said', async () => {
    const both = shown(40, (n) => ({ properties: { variation: (n + 1) % 2 }, at: START + DAY_MS }))
    const one = await ask([...shown(300), ...both, ...done(300)])
    expect(unitsIn(one)).toEqual([130, 130])
    expect(one.text).toContain('40 units have seen several variations')
  })

  it('that all see both variations are one sentence', async () => {
    const one = await ask([...shown(300), ...shown(300, (n) => ({ properties: { variation: (n + 1) % 2 } }))])
    expect(one.answer).toBeUndefined()
    expect(wrongIn(one)).toEqual([])
    expect(one.text).toMatch(/300 units have seen several variations/)
  })

  it.each([
    ['no variation and no value', { variation: undefined }],
    ['a negative version', { version: -1 }],
  ])('whose exposures have %s are compared, or the sentence says why not', async (_, properties) => {
    const one = await ask([...shown(300, () => ({ properties })), ...done(300)])
    expect(wrongIn(one)).toEqual([])
    expect(one.text).not.toMatch(/left out: *\.?$/)
  })

  it('of a flag whose version goes backwards are all compared if the split has not changed', async () => {
    const one = await ask([...shown(400, (n) => ({ properties: { version: 9 - Math.floor(n / 100) } })), ...done(400)])
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual([200, 200])
  })

  it('of odd versions are finite', async () => {
    const versions = [1e300, '2', null, { a: 1 }, 2 ** 62, 1.5, 'x']
    expect(
      wrongIn(await ask([...shown(700, (n) => ({ properties: { version: versions[n % 7] } })), ...done(700)])),
    ).toEqual([])
  })

  it('have no event of an impersonator', async () => {
    const faked = done(240, (n) => ({ identity: { id: `unit-${n}`, impersonator: 'eve@example.com' } }))
    const seen = shown(240, (n) => ({ identity: { id: `other-${n}`, impersonator: 'eve@example.com' } }))
    const one = await ask([...shown(240), ...done(240), ...faked, ...seen])
    expect([unitsIn(one), valuesIn(one)]).toEqual([
      [120, 120],
      [1, 1],
    ])
  })

  it('of fifty variations are all compared', async () => {
    const one = await ask([...shown(6_000, (n) => ({ properties: { variation: n % 50 } })), ...done(6_000)])
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual(Array.from({ length: 50 }, () => 120))
    expect(one.answer?.control).toBe('0')
    expect(one.answer?.metrics[0]?.comparisons).toHaveLength(49)
  })
})

describe('several places', () => {
  const both = () => [
    ...toldBy([...shown(240), ...done(240)]),
    ...toldBy([...shown(240), ...done(240), ...done(240)], { promotion: 'staging' }),
  ]
  const asked = async (batches: ReturnType<typeof both>, more: Asked = {}) => said(await folder(), batches, more)

  it('of one flag are one sentence, which names them', async () => {
    const one = await asked(both())
    expect(one.text).toBe('The flag "odd" was shown in several places. Set --promotion to one of production, staging.')
  })

  it('are each judged by their own events', async () => {
    expect(valuesIn(await asked(both(), { promotion: 'staging' }))).toEqual([2, 2])
    expect(valuesIn(await asked(both(), { promotion: 'production' }))).toEqual([1, 1])
  })

  it('of two applications are each judged by their own events', async () => {
    const two = [
      ...toldBy([...shown(240), ...done(240)]),
      ...toldBy([...shown(240), ...done(240), ...done(240)], { name: 'Depots' }),
    ]
    expect((await asked(two)).text).toMatch(/Set --app to one of (Depots, Quotes|Quotes, Depots)\.$/)
    expect(valuesIn(await asked(two, { app: 'Depots' }))).toEqual([2, 2])
  })

  it('of which one has no promotion can all be chosen', async () => {
    const two = [
      ...toldBy([...shown(240), ...done(240)]),
      ...toldBy([...shown(240), ...done(240)], { promotion: null }),
    ]
    const { text } = await asked(two)
    const named = /Set --promotion to one of (.*)\.$/.exec(text)?.[1]?.split(', ') ?? []
    expect(named).toHaveLength(2)
    for (const promotion of named) expect(unitsIn(await asked(two, { promotion }))).toEqual([120, 120])
  })
})
