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
