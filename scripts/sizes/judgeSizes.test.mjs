import { expect, test } from 'vitest'
import { judgeSizes } from './judgeSizes.mjs'

const gate = { name: 'layer', imports: ['telltale'], first: 14_000, all: 26_000, isGate: true }
const main = { first: 20_000, all: 40_000 }
const before = new Map([['layer', main]])

test.each([
  ['a size above its goal does not fail', main, '', 0],
  ['200 bytes more do not fail', { first: 20_200, all: 40_200 }, '', 0],
  ['201 bytes more before the first paint fail', { first: 20_201, all: 40_000 }, '', 1],
  ['201 bytes more in all fail', { first: 20_000, all: 40_201 }, '', 1],
  ['a reason in a commit allows it', { first: 20_201, all: 40_201 }, 'a second file', 0],
])('%s', (_what, now, reason, count) => {
  const { lines, problems } = judgeSizes([gate], { now: new Map([['layer', now]]), before, reason })
  expect(problems).toHaveLength(count)
  expect(lines.filter((line) => line.includes('because a second file'))).toHaveLength(reason ? 2 : 0)
})

test('a row fails if an entry that it imports does not exist; only the row of a gate fails if it grows', () => {
  const now = new Map([['layer', { first: 1e6, all: 1e6 }]])
  const rows = [
    { ...gate, isGate: false },
    { ...gate, name: 'gone' },
  ]
  expect(judgeSizes(rows, { now, before, reason: '' }).problems).toEqual([expect.stringContaining('gone')])
})

test('a line has the size, the goal and the difference from main', () => {
  const now = new Map([['layer', { first: 19_900, all: 40_000 }]])
  const [, line] = judgeSizes([gate], { now, before, reason: '' }).lines
  expect(line?.split(/\s+/)).toEqual(['layer', '19.90', '14.00', '-100', '40.00', '26.00', '0'])
})
