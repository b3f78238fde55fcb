import { expect, test } from 'vitest'
import { didYouMean, withSimilarFlag } from './wrongFlags.ts'

test.each([
  ['plann', 'plan'],
  ['Plan', 'plan'],
  ['new_pricing', 'new-pricing'],
  ['xyz', undefined],
  ['', undefined],
])('%s is near to %s', (name, near) => {
  const known = ['plan', 'new-pricing', 'old-pricing-of-last-year']
  expect(didYouMean(name, known)).toBe(near === undefined ? undefined : `Did you mean ${near}?`)
})

test('a similar key is suggested for a flag that the service does not have', () => {
  const message = 'The flags in use do not include "new-welcom": it has its fallback.'
  const row = (code: string, text = message) => ({ code, message: text, consequence: undefined }) as never
  const environments = [{ id: 'env', levels: [], flags: [{ key: 'new-welcome' }] }] as never
  expect(withSimilarFlag(row('T145'), environments).consequence).toBe('Did you mean new-welcome?')
  expect(withSimilarFlag(row('T145', 'new-welcom'), environments).consequence).toBe('Did you mean new-welcome?')
  expect(withSimilarFlag(row('T145'), []).consequence).toBeUndefined()
  expect(withSimilarFlag(row('T146'), environments).consequence).toBeUndefined()
})
