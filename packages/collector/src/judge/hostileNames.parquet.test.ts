import { describe, expect, it } from 'vitest'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { type Asked, done, said, shown, type Told, toldBy, wrongIn } from './hostileData.ts'

const { folder } = parquetForTests()
const ask = async (told: readonly Told[], asked: Asked = {}) => said(await folder(), toldBy(told), asked)
const unitsIn = ({ answer }: Awaited<ReturnType<typeof ask>>) => answer?.units.map(({ units }) => units)
const valuesIn = ({ answer }: Awaited<ReturnType<typeof ask>>) =>
  answer?.metrics[0]?.variations.map(({ value }) => value)

const ODD = Object.entries({
  quotes: `it's "odd"`,
  SQL: `'; drop table unit; --`,
  'Object’s own': '__proto__',
  emoji: '🙂',
  'no letters': ' ',
})
/** What moves the cursor of a terminal. */
const CONTROLS = [['a control of terminals', 'a\u001b[31mb\u0007\u009bc'] as const]
const LINES = [['new lines', 'a\nb\r\nc'] as const]

type Named = (_: string, name: string) => Promise<void>

describe('odd names', () => {
  const ofVariation: Named = async (_, name) => {
    const value = (n: number) => ({ properties: { variation: undefined, value: n % 2 ? name : 'a' } })
    const one = await ask([...shown(240, value), ...done(240)])
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual([120, 120])
    expect(valuesIn(one)).toEqual([1, 1])
  }
  it.each([...ODD, ...LINES])('of a variation: %s', ofVariation)
  it.each(CONTROLS)('of a variation: %s', ofVariation)

  it('of a variation: a million characters', async () => {
    const value = (n: number) => ({
      properties: { variation: undefined, value: n % 60 === 1 ? 'x'.repeat(1_000_000) : 'a' },
    })
    const one = await ask(shown(240, value))
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual([236, 4])
  })

  const ofFlag: Named = async (_, flag) => {
    const one = await ask([...shown(240, () => ({ properties: { flag } })), ...done(240)], { flag })
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)).toEqual([120, 120])
  }
  it.each(ODD)('of a flag: %s', ofFlag)
  it.each([...CONTROLS, ...LINES])('of a flag: %s', ofFlag)

  const ofOtherFlag: Named = async (_, flag) =>
    expect(
      wrongIn(
        await ask(
          shown(2, () => ({ properties: { flag } })),
          { flag: 'even' },
        ),
      ),
    ).toEqual([])
  it.each(ODD)('of another flag: %s', ofOtherFlag)
  it.each([...CONTROLS, ...LINES])('of another flag: %s', ofOtherFlag)

  it.each([...ODD, ...CONTROLS, ...LINES].filter(([, name]) => name.trim() !== ''))(
    'of an event: %s',
    async (_, event) => {
      const told = [...shown(240), ...done(240, () => ({ name: event }))]
      const one = await ask(told, { metrics: { sent: { of: 'count', event } } })
      expect(wrongIn(one)).toEqual([])
      expect(valuesIn(one)).toEqual([1, 1])
    },
  )

  const ofAccount: Named = async (_, kind) => {
    const identity = (n: number) => ({
      id: `person-${n}`,
      accounts: JSON.parse(`{${JSON.stringify(kind)}: {"key": "a-${n}"}}`) as object,
    })
    const seen = shown(240, (n) => ({ identity: identity(n), properties: { unit: kind } }))
    const told = [...seen, ...done(240, (n) => ({ identity: identity(n) }))]
    const one = await ask(told)
    expect(unitsIn(one)).toEqual([120, 120])
    expect(valuesIn(one)).toEqual([1, 1])
    expect(wrongIn(one)).toEqual([])
    expect(wrongIn(await ask(told, { unit: 'depot' }))).toEqual([])
  }
  it.each(ODD)('of a kind of account: %s', ofAccount)
  it.each([...CONTROLS, ...LINES])('of a kind of account: %s', ofAccount)

  const ofApplication: Named = async (_, name) => {
    const batches = [...toldBy([...shown(240), ...done(240)], { name, promotion: name })]
    const one = await said(await folder(), batches)
    expect(valuesIn(one)).toEqual([1, 1])
    expect(wrongIn(one)).toEqual([])
    expect(wrongIn(await said(await folder(), [...batches, ...toldBy(shown(3))]))).toEqual([])
  }
  it.each(ODD)('of an application: %s', ofApplication)
  it.each([...CONTROLS, ...LINES])('of an application: %s', ofApplication)

  it.each([
    ['', 0],
    ['x'.repeat(512), 240],
  ] as const)('of units: “%s”', async (prefix, count) => {
    const identity = (n: number) => ({ visitor: prefix === '' ? '' : `${n}${prefix}`.slice(0, 512) })
    const told = shown(240, (n) => ({ identity: identity(n), properties: { unit: 'visitor' } }))
    const one = await ask([...told, ...done(240, (n) => ({ identity: identity(n) }))])
    expect(wrongIn(one)).toEqual([])
    expect(unitsIn(one)?.reduce((sum, units) => sum + units, 0) ?? 0).toBe(count)
  })
})
