import { expect, test } from 'vitest'
import { differences } from './differences.mjs'

test('equal texts do not differ', () => {
  expect(differences('a\nb\n', 'a\nb\n')).toBeUndefined()
})

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', ['     2 - b', '     2 + B']],
  ['a new line', 'a\nc\n', 'a\nb\nc\n', ['     2 + b']],
  ['a line that is gone', 'a\nb\nc\n', 'a\nc\n', ['     2 - b']],
  ['a line that stands twice', 'a\na\n', 'a\na\na\n', ['     3 + a']],
  ['two places far apart', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\n', ['     1 - a', '     1 + A', '     5 - e']],
  ['everything', '', 'a', ['     1 - ', '     1 + a']],
])('%s is shown, and nothing else', (_what, before, after, shown) => {
  expect(differences(before, after)?.split('\n')).toEqual(shown)
})

test('much is cut short', () => {
  const many = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')
  expect(differences('line 0', many)?.split('\n').at(-1)).toBe('       … and 19 more lines')
})
