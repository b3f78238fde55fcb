import { describe, expect, it } from 'vitest'
import { checkMetrics, readMetrics } from './metrics.ts'

const QUOTES = { of: 'count', event: 'Quote sent' }
const TOTAL = { of: 'sum', event: 'Quote sent', property: 'total' }
const read = (metrics: unknown) => readMetrics(JSON.stringify({ metrics }), 'metrics.json')

describe('a file of metrics', () => {
  it('has metrics by their names', () => {
    const metrics = read({ quotes: QUOTES, total: { ...TOTAL, winsorise: 0.99, withinDays: 7 } })
    expect([...metrics.values()]).toEqual([
      { ...QUOTES, name: 'quotes' },
      { ...TOTAL, winsorise: 0.99, withinDays: 7, name: 'total' },
    ])
  })

  it.each([
    ['no object', [], 'metrics.json has no metrics'],
    ['a metric that is a text', { a: 'count' }, 'the metric "a" must be an object'],
    ['a field that no metric has', { a: { ...QUOTES, evnt: 'x' } }, 'a field "evnt"'],
    ['no kind', { a: { event: 'x' } }, '"of" is one of converted, count, sum'],
    ['a kind of another world', { a: { of: 'toString', event: 'x' } }, '"of" is one of'],
    ['no event', { a: { of: 'count' } }, 'needs the name of an event'],
    ['no property', { a: { of: 'sum', event: 'x' } }, 'needs a property'],
    ['a percentile of 100', { a: { of: 'percentile', event: 'x', property: 'y', percentile: 100 } }, 'from 1 to 99'],
    ['no days', { a: { ...QUOTES, withinDays: 0 } }, 'withinDays'],
    ['a cut of a rate', { a: { of: 'converted', event: 'x', winsorise: 0.9 } }, 'winsorise'],
    ['a ratio of nothing', { a: { of: 'ratio', numerator: '__proto__', denominator: 'b' } }, 'needs a numerator'],
    ['a funnel of one step', { a: { of: 'funnel', events: ['x'] } }, 'needs "events"'],
    ['a funnel of six steps', { a: { of: 'funnel', events: [...'abcdef'] } }, 'needs "events"'],
    ['a funnel with a step twice', { a: { of: 'funnel', events: ['x', 'y', 'x'] } }, 'each another one'],
    ['a funnel of a text', { a: { of: 'funnel', events: 'x, y' } }, 'needs "events"'],
    ['a funnel with an event', { a: { of: 'funnel', events: ['x', 'y'], event: 'x' } }, 'has an "event"'],
    ['a count of several events', { a: { of: 'count', event: 'x', events: ['x', 'y'] } }, 'which only a funnel has'],
    ['a cut of a funnel', { a: { of: 'funnel', events: ['x', 'y'], winsorise: 0.9 } }, 'winsorise'],
    [
      'a ratio of rates',
      { a: { of: 'converted', event: 'x' }, b: { of: 'ratio', numerator: 'a', denominator: 'a' } },
      'needs a numerator',
    ],
  ])('that is wrong is one sentence: %s', (_, metrics, sentence) => {
    expect(() => read(metrics)).toThrow(sentence)
  })

  it('that is no JSON is one sentence', () => {
    expect(() => readMetrics('{', 'metrics.json')).toThrow('metrics.json has no metrics')
  })

  it.each([
    ['an event that the plan does not have', { ...QUOTES, event: 'Quote snt' }, 'is of the event "Quote snt"'],
    [
      'a property that the event does not have',
      { ...TOTAL, property: 'constructor' },
      'is of the property "constructor"',
    ],
    ['a step that the plan does not have', { of: 'funnel', events: ['Quote sent', 'Sold'] }, 'is of the event "Sold"'],
    ['a property that is a text', { ...TOTAL, property: 'depot' }, 'which is a string in plan.json, and no number'],
  ])('fits the plan, or is one sentence: %s', (_, metric, sentence) => {
    const properties = { total: { type: 'number' }, depot: { type: 'string' }, any: {} }
    const plan = { events: { 'Quote sent': { properties } } }
    const check = (one: object) => checkMetrics(read({ a: one }).values(), plan, 'plan.json')
    expect(() => check(metric)).toThrow(sentence)
    for (const property of ['total', 'any']) check({ ...TOTAL, property })
  })
})
