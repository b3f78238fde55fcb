import { expect, test } from 'vitest'
import type { ErrorGroup } from '../../../src/errors/errorGroups.ts'
import { apartTexts, barsText, decisionText, minuteOf, namesText, titleOf } from './errorText.ts'

test('an error is named by its type and its message', () => {
  expect(titleOf({ type: 'TypeError', message: 'No price' })).toBe('TypeError: No price')
  expect(titleOf({ type: 'String', message: '' })).toBe('String')
})

test('names that are left out are counted', () => {
  expect(namesText({ names: ['2', '1'], more: 0 })).toBe('2, 1')
  expect(namesText({ names: ['2', '1'], more: 1_200 })).toBe('2, 1 and 1,200 more')
})

test('what is counted apart is named, if there is any', () => {
  expect(apartTexts({ impersonated: 5, automated: 0, unknown: 1_000 } as ErrorGroup)).toEqual([
    '5 impersonated',
    '1,000 of nobody known',
  ])
})

test('bars say how many there are, and when most of them happened', () =>
  expect(barsText({ counts: [0, 1, 4] }, { from: Date.UTC(2026, 10, 30), step: 60_000 })).toBe(
    '5 errors over time. The most are 4, from 2026-11-30 00:02 to 2026-11-30 00:03 UTC',
  ))

test('a time that is none is a dash', () => expect(minuteOf(Number.NaN)).toBe('–'))

test.each([
  ['more', 0, 'more often'],
  ['less', 0, 'less often'],
  ['none', 0, 'no difference found'],
  ['too few', 17, '17 more people needed'],
] as const)('the decision %s with %i people missing is %s', (decision, missing, text) =>
  expect(decisionText({ decision, missing })).toBe(text),
)
