import { expect, test } from 'vitest'
import { columnText, tickText } from './figureText.ts'

test.each([
  ['shares', [0.27, 0.0764, 0.46], true, ['27.0 %', '7.6 %', '46.0 %']],
  ['shares below ten percent', [-0.008, -0.0562, 0.0402], true, ['−0.8 %', '−5.6 %', '4.0 %']],
  ['negative shares', [-0.0012, 0.0004], true, ['−0.12 %', '0.04 %']],
  ['numbers of two sizes', [0.326, 12.5], false, ['0.3', '12.5']],
  ['large numbers', [1234567, 0.4], false, ['1,234,567', '0']],
  ['zeros', [0, -0], false, ['0', '0']],
  ['what rounds to zero', [-0.001, 250], false, ['0', '250']],
  ['huge numbers', [1e300, -2.5e15, 0], false, ['1E300', '−2.5E15', '0']],
  ['tiny numbers', [3e-9], false, ['3E−9']],
  ['what is no number', [Number.NaN, Infinity, null, undefined, 1], false, ['–', '–', '–', '–', '1.00']],
  ['a share that no percentage can hold', [1e307], true, ['–']],
] as const)('a column of %s has decimal points that line up', (_, values, isShare, texts) => {
  expect(values.map(columnText(values, isShare))).toEqual(texts)
})

test.each([
  [0.2, true, [-0.2, 0, 0.2], ['−20 %', '0 %', '20 %']],
  [0.0005, true, [0, 0.0005], ['0 %', '0.05 %']],
  [0.5, false, [-0.5, 0, 1], ['−0.5', '0', '1.0']],
  [20_000, false, [0, 20_000, 1_200_000], ['0', '20K', '1.2M']],
  [2e15, false, [-2e15, 0], ['−2E15', '0']],
  [1e300, false, [1e300], ['1E300']],
] as const)('ticks at a distance of %d have as many decimals as they need', (step, isShare, ticks, texts) => {
  expect(ticks.map(tickText(step, isShare))).toEqual(texts)
})
