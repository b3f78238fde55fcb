import { type } from 'arktype'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compilePlan } from './compilePlan.ts'
import { planOf } from './planOf.ts'

const event = (name: string, properties: object) =>
  ({ id: '', name, at: 1, url: '', properties, identity: {} }) as Parameters<ReturnType<typeof compilePlan>>[0]

test.each([
  ['zod', z.object({ total: z.number(), currency: z.enum(['USD', 'EUR']), note: z.string().optional() })],
  ['arktype', type({ total: 'number', currency: "'USD' | 'EUR'", 'note?': 'string' })],
])('a schema of %s becomes a plan that admits what the schema admits', (_, schema) => {
  const plan = JSON.parse(JSON.stringify(planOf({ 'Quote sent': schema })))
  const check = compilePlan(plan)
  const problem = (properties: object) => check(event('Quote sent', properties), 'Quotes')
  expect(problem({ total: 1200, currency: 'USD' })).toBeUndefined()
  expect(problem({ total: 1200, currency: 'EUR', note: 'x', 'LDFF: a': 1, screen_dimensions: '1x1' })).toBeUndefined()
  expect(problem({ total: '1200', currency: 'USD' })).toBe('does not fit the plan: "total" must be number')
  expect(problem({ total: 1200, currency: 'secret' })).not.toContain('secret')
  expect(problem({ total: 1200 })).toBe("does not fit the plan: properties must have required property 'currency'")
  expect(problem({ total: 1200, currency: 'GBP' })).toContain('"currency"')
})

test('a schema that cannot describe itself is named', () => {
  expect(() => planOf({ 'Quote sent': { '~standard': { version: 1, vendor: 'mine', validate: () => ({}) } } })).toThrow(
    'The schema of "Quote sent" cannot say its JSON Schema.',
  )
})

test('a schema that has no JSON Schema is named', () => {
  expect(() => planOf({ 'Quote sent': z.object({ at: z.date() }) })).toThrow(
    'The schema of "Quote sent" has no JSON Schema',
  )
})
