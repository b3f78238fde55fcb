import { expect, test } from 'vitest'
import { wordParts } from './wordParts.ts'

test.each([
  ['screen_dimensions', ['screen_', 'dimensions']],
  ['maintenance-banner', ['maintenance-', 'banner']],
  ['userName', ['user', 'Name']],
  ['http://127.0.0.1:4800/', ['http:', '/', '/', '127.', '0.', '0.', '1:', '4800/']],
  ['total', ['total']],
  ['', ['']],
])('wordParts splits %j into %j', (name, parts) => {
  expect(wordParts(name)).toEqual(parts)
  expect(wordParts(name).join('')).toBe(name)
})
