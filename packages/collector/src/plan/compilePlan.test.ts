import { expect, test } from 'vitest'
import { compilePlan } from './compilePlan.ts'

type Event = Parameters<ReturnType<typeof compilePlan>>[0]
const event = (name: string, properties: object = {}, more: object = {}) =>
  ({ id: '', name, at: 1, url: '', properties, identity: {}, ...more }) as Event

const SENT = { type: 'object', properties: { total: { type: 'number' } }, additionalProperties: false }

test('other events are admitted unless the plan refuses them', () => {
  expect(compilePlan({ events: {} })(event('Clicked'), 'Quotes')).toBeUndefined()
  const strict = compilePlan({ events: { 'Quote sent': SENT }, others: 'refuse' })
  expect(strict(event('Clicked'), 'Quotes')).toBe('is not in the plan')
  expect(strict(event('toString'), 'Quotes')).toBe('is not in the plan')
  expect(strict(event('__proto__'), 'Quotes')).toBe('is not in the plan')
  // What the library records by itself.
  expect(strict(event('Page viewed', {}, { kind: 'page' }), 'Quotes')).toBeUndefined()
})

test('a plan of one application says nothing about another', () => {
  const check = compilePlan({ app: 'Quotes', events: { 'Quote sent': SENT }, others: 'refuse' })
  expect(check(event('Clicked'), 'Desk')).toBeUndefined()
  expect(check(event('Quote sent', { total: 'many' }), 'Desk')).toBeUndefined()
  expect(check(event('Quote sent', { total: 'many' }), 'Quotes')).toContain('"total"')
})

test('common properties may be there whatever the schema says', () => {
  const check = compilePlan({ events: { 'Quote sent': SENT }, common: ['build'] })
  expect(check(event('Quote sent', { total: 1, build: 5 }), 'Quotes')).toBeUndefined()
  expect(check(event('Quote sent', { total: 1, other: 5 }), 'Quotes')).toBe(
    'does not fit the plan: "other" is not in it',
  )
})

test('of several plans, each has a say', () => {
  const check = compilePlan({ events: { a: { type: 'object', required: ['x'] } } }, { events: { b: { not: {} } } })
  expect(check(event('a'), '')).toContain('required')
  expect(check(event('b'), '')).toContain('does not fit')
})

test('a schema that is none is named at the start', () => {
  expect(() => compilePlan({ events: { 'Quote sent': { type: 'colour' } } })).toThrow(
    'The schema of "Quote sent" in the plan is no JSON Schema',
  )
})
