import { expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import { flagShares } from './shares.ts'

const environments = [{ id: 'e', levels: [], flags: [completeFlag('a', { variations: ['x', { y: 1 }] })] }]

test('shares name variations by their values, and put the most evaluated flag first', () => {
  const counts = { gone: { 0: 1 }, a: { 0: 2, 1: 5, fallback: 1 }, silent: { 0: 0 } }
  expect(flagShares(counts, environments)).toEqual([
    {
      key: 'a',
      total: 8,
      shares: [
        { variation: 0, name: 'x', count: 2 },
        { variation: 1, name: '{"y":1}', count: 5 },
        { variation: -1, name: 'fallback', count: 1 },
      ],
    },
    { key: 'gone', total: 1, shares: [{ variation: 0, name: 'variation 0', count: 1 }] },
  ])
})
