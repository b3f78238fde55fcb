import { expect, test } from 'vitest'
import type { ExperimentAnswer, MetricResult } from '@telltale/collector/experiment'
import { methodText, metricText, treatmentTexts, unbroken } from './metricText.ts'

test.each([
  [
    { of: 'converted', event: 'Quote sent', withinDays: 7 },
    'The share of the units that have had “Quote sent”, within 7 days',
  ],
  [
    { of: 'count', event: 'Quote sent', withinDays: 1 },
    'How often a unit has had “Quote sent”, on average, within 1 day',
  ],
  [{ of: 'sum', event: 'Sold', property: 'total' }, 'The sum of “total” of “Sold”, for each unit on average'],
  [{ of: 'mean', event: 'Sold', property: 'total' }, 'The mean of “total” over all “Sold”'],
  [
    { of: 'percentile', event: 'Loaded', property: 'ms', percentile: 90, lessIsBetter: true },
    'Percentile 90 of “ms” over all “Loaded”, less is better',
  ],
  [
    { of: 'funnel', events: ['Opened', 'Sent'], withinDays: 7 },
    'The share of the units that have had “Opened”, then “Sent”, within 7 days',
  ],
  [{ of: 'ratio', numerator: 'revenue', denominator: 'quotes' }, '“revenue” divided by “quotes”'],
] as const)('the metric %j is a sentence of what it measures', (metric, text) => {
  expect(metricText({ name: 'it', ...metric })).toBe(text)
})

test('a metric says whether it was winsorised, adjusted, or has values that are no numbers', () => {
  const result = { metric: { name: 'revenue', of: 'sum', property: 'total' }, notNumbers: 0 } as unknown as MetricResult
  expect(treatmentTexts(result)).toEqual([])
  expect(treatmentTexts({ ...result, cutAt: 777.77, explained: 0.324, notNumbers: 1200 })).toEqual([
    'Winsorised: figures above 778 count as this one.',
    'Adjusted: what units did before explains 32 % of the variance, and is taken out.',
    '1,200 values of “total” are no numbers, and do not count.',
  ])
  expect(treatmentTexts({ ...result, metric: { name: 'r', of: 'ratio' }, explained: 0.001, notNumbers: 1 })).toEqual([
    '1 value is no number, and does not count.',
  ])
})

test('the intervals say with what probability they hold, and how many do so together', () => {
  const answer = {
    method: 'anytime',
    alpha: 0.05,
    metrics: [{}, {}],
    units: [{}, {}, {}],
  } as unknown as ExperimentAnswer
  expect(methodText(answer)).toBe(
    'The intervals hold with 95 %, all 4 comparisons together, whenever and however often you look.',
  )
  expect(methodText({ ...answer, method: 'fixed', metrics: [], units: [] })).toBe(
    'The intervals hold with 95 %, for one look at the declared end.',
  )
})

test('a number and its percent sign stay on one line', () => {
  expect(unbroken('between −3.1 % and 32 % of “a %”')).toBe('between −3.1\u00a0% and 32\u00a0% of “a %”')
})
