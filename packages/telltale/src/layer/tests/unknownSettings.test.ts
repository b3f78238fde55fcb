import { expect, test } from 'vitest'
import { closest } from '../../core/lib/closest.ts'

const known = ['app', 'api', 'flags', 'destinations', 'auth.token', 'identity']

test.each([
  ['flgs', 'flags'],
  ['flag', 'flags'],
  ['falgs', 'flags'],
  ['Flags', 'flags'],
  ['destnations', 'destinations'],
  ['destinaton', 'destinations'],
  ['identty', 'identity'],
  ['auth.tokn', 'auth.token'],
  ['apis', 'api'],
])('"%s" is a slip for "%s"', (word, meant) => expect(closest(word, known)).toBe(meant))

test.each(['foo', 'path', 'tags', 'class', 'a', '', 'theme', 'destinies'])(
  '"%s" is not similar to any of them',
  (word) => expect(closest(word, known)).toBeUndefined(),
)

test('of several similar words, the one with fewer wrong letters was meant', () => {
  expect(closest('plan-aa', ['plan-bb', 'plan-ab', 'plan-cc'])).toBe('plan-ab')
})
