import { expect, test } from 'vitest'
import { parseJson } from './parseJson.ts'

const outcomeOf = (text: string) => parseJson(text).outcome

test.each([
  '9007199254740993',
  '-9007199254740993',
  '[1,{"a":18446744073709551615}]',
  '123456789012345678901234567890',
])('%s is refused: it would be stored with other digits', (text) => {
  expect(parseJson(text)).toEqual({
    outcome: 'invalid',
    problem: 'The body has a whole number beyond 2^53, which would be rounded. Send it as a text.',
  })
})

test.each([
  ['a whole number up to 2^53', '9007199254740992'],
  ['a larger one that JSON writes so', JSON.stringify({ a: 12345678901234567000 })],
  ['one with an exponent', JSON.stringify(1.5e300)],
  ['a fraction', JSON.stringify([0.1 + 0.2, 1234567.0123456789])],
  ['digits in a text', JSON.stringify({ '9007199254740993': 'of 9007199254740993, "9007199254740993" and \\' })],
  ['a text of a megabyte', JSON.stringify(['\\"9007199254740993'.repeat(60_000)])],
])('%s is taken', (_, text) => {
  expect(parseJson(text)).toEqual({ outcome: 'ok', value: JSON.parse(text) as unknown })
})

test('a body that is no JSON is refused without being quoted', () => {
  expect([outcomeOf('{"a":9007199254740993'), outcomeOf('9007199254740993"')]).toEqual(['invalid', 'invalid'])
})
