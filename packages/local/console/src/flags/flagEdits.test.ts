import { describe, expect, test } from 'vitest'
import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import { asRollout, restOf, targetRows, withoutVariation, withShare, withTargetRows } from './flagEdits.ts'
import { moved, replaced, without } from './listEdits.ts'

const flag = (more: Partial<ServerFlag>): ServerFlag => completeFlag('f', { variations: ['a', 'b', 'c'], ...more })

describe('targets', () => {
  const rows = [
    { contextKind: 'user', variation: 0, values: ['u1'] },
    { contextKind: 'org', variation: 1, values: ['o1'] },
  ]

  test('targets are one list of all context kinds', () => {
    expect(targetRows(withTargetRows(flag({}), rows))).toEqual(rows)
  })

  test('targets are shown if a file has numbers as keys, and nulls in place of absent fields', () => {
    const odd = { targets: [{ variation: 0, values: [1042], contextKind: null }] } as unknown as Partial<ServerFlag>
    expect(targetRows(flag(odd))).toEqual([{ contextKind: 'user', variation: 0, values: ['1042'] }])
  })

  test('targets of users only are written in the older field, which every SDK reads', () => {
    const written = withTargetRows(flag({}), rows.slice(0, 1))
    expect(written).toMatchObject({ targets: [{ variation: 0, values: ['u1'] }], contextTargets: [] })
  })

  test('of several kinds keep the position of those of users', () => {
    expect(withTargetRows(flag({}), rows).contextTargets).toEqual([
      rows[1],
      { contextKind: 'user', variation: 0, values: [] },
    ])
  })
})

describe('withoutVariation', () => {
  const before = flag({
    offVariation: 2,
    fallthrough: { variation: 1 },
    rules: [
      { clauses: [], variation: 2 },
      {
        clauses: [],
        rollout: {
          variations: [
            { variation: 0, weight: 1 },
            { variation: 1, weight: 2 },
            { variation: 2, weight: 3 },
          ],
        },
      },
    ],
    targets: [
      { variation: 1, values: ['x'] },
      { variation: 2, values: ['y'] },
    ],
  })

  test('updates every reference to a later variation, and removes references to itself', () => {
    expect(withoutVariation(before, 1)).toMatchObject({
      variations: ['a', 'c'],
      offVariation: 1,
      fallthrough: { variation: 0 },
      rules: [
        { variation: 1 },
        {
          rollout: {
            variations: [
              { variation: 0, weight: 1 },
              { variation: 1, weight: 3 },
            ],
          },
        },
      ],
      targets: [{ variation: 1, values: ['y'] }],
    })
  })

  test('of the first variation makes the new first one the replacement', () => {
    expect(withoutVariation(flag({ fallthrough: { variation: 0 }, offVariation: null }), 0)).toMatchObject({
      fallthrough: { variation: 0 },
      offVariation: null,
    })
  })
})

describe('shares', () => {
  test('begin with 100 % for one variation', () => {
    expect(asRollout(['a', 'b'], 1).rollout?.variations).toEqual([
      { variation: 0, weight: 0 },
      { variation: 1, weight: 100_000 },
    ])
  })

  test('of two variations always add up to 100 %', () => {
    const served = withShare(asRollout(['a', 'b'], 0), 0, 12.5)
    expect(served.rollout?.variations.map(({ weight }) => weight)).toEqual([12_500, 87_500])
    expect(restOf(served)).toBe(0)
  })

  test('of three variations report how much is missing or too much', () => {
    const served = withShare(asRollout(['a', 'b', 'c'], 0), 0, 30)
    expect(restOf(served)).toBe(70)
    expect(restOf(withShare(withShare(served, 1, 80), 2, 500))).toBe(-110)
  })

  test('are absent if one variation is served', () => {
    expect(withShare({ variation: 1 }, 0, 5)).toEqual({ variation: 1 })
  })
})

test('list edits do not change the original', () => {
  const list = ['a', 'b', 'c']
  expect(replaced(list, 1, 'x')).toEqual(['a', 'x', 'c'])
  expect(without(list, 0)).toEqual(['b', 'c'])
  expect(moved(list, 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(list, 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(list, 0, -1)).toBe(list)
  expect(moved(list, 2, 1)).toBe(list)
  expect(list).toEqual(['a', 'b', 'c'])
})
