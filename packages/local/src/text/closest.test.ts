import { expect, test } from 'vitest'
import { closest } from './closest.ts'

test.each([
  ['doctr', 'doctor'],
  ['dve', 'dev'],
  ['DEV', 'dev'],
  ['type', 'types'],
  ['fly', undefined],
  ['', undefined],
])('the command that is closest to "%s" is %s', (word, expected) => {
  expect(closest(word, ['dev', 'types', 'doctor'])).toBe(expected)
})

test('one wrong letter is a typing mistake in a word of two letters, too', () => {
  expect(closest('onn', ['on', 'rules'])).toBe('on')
  expect(closest('off', ['on', 'rules'])).toBeUndefined()
})
