import { expect, test } from 'vitest'
import { judgeSizes } from './judgeSizes.mjs'

const goal = { first: 14_000, all: 26_000 }
const gate = { name: 'layer', imports: ['telltale'], goal, isGate: true }
const main = { first: 20_000, all: 40_000 }

/** @type {[what: string, now: { first: number, all: number }, reason: string, problems: number][]} */
const CHANGES = [
  ['a size above its goal does not fail', main, '', 0],
  ['200 bytes more do not fail', { first: 20_200, all: 40_200 }, '', 0],
  ['201 bytes more before the first paint fail', { first: 20_201, all: 40_000 }, '', 1],
  ['201 bytes more in all fail', { first: 20_000, all: 40_201 }, '', 1],
  ['both fail', { first: 20_201, all: 40_201 }, '', 2],
  ['a reason in a commit allows it', { first: 20_201, all: 40_201 }, 'a second file', 0],
]
test.each(CHANGES)('%s', (_what, now, reason, count) => {
  const measured = { now: new Map([['layer', now]]), before: new Map([['layer', main]]), reason }
  const { lines, problems } = judgeSizes([gate], measured)
  expect(problems).toHaveLength(count)
  expect(lines.filter((line) => line.includes('because a second file'))).toHaveLength(reason ? 2 : 0)
})

test('only the row of a gate can fail', () => {
  const measured = {
    now: new Map([['layer', { first: 1e6, all: 1e6 }]]),
    before: new Map([['layer', main]]),
    reason: '',
  }
  expect(judgeSizes([{ ...gate, isGate: false }], measured).problems).toEqual([])
})

test('a row that imports an entry which does not exist fails', () => {
  const measured = { now: new Map(), before: new Map(), reason: '' }
  expect(judgeSizes([gate], measured).problems).toEqual([expect.stringContaining('layer')])
})

test('a line has the size, the goal and the difference from main', () => {
  const now = new Map([['layer', { first: 19_900, all: 40_000 }]])
  const [, line] = judgeSizes([gate], { now, before: new Map([['layer', main]]), reason: '' }).lines
  expect(line?.split(/\s+/)).toEqual(['layer', '19.90', '14.00', '−100', '40.00', '26.00', '='])
})
