import { expect, test } from 'vitest'
import { firstDifference } from './firstDifference.mjs'

test('equal texts do not differ', () => {
  expect(firstDifference('a\nb\n', 'a\nb\n')).toBeUndefined()
})

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', '  line 2:\n  - b\n  + B'],
  ['a new line', 'a\nc\n', 'a\nb\nc\n', '  line 2:\n  + b'],
  ['a line that is gone', 'a\nb\nc\n', 'a\nc\n', '  line 2:\n  - b'],
  ['a line that stands twice', 'a\na\n', 'a\na\na\n', '  line 3:\n  + a'],
  ['everything', '', 'a\n', '  line 1:\n  + a'],
])('%s is shown with what was there and what is', (_what, before, after, shown) => {
  expect(firstDifference(before, after)).toBe(shown)
})

test('much is cut short', () => {
  const many = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
  const shown = firstDifference('', many)?.split('\n') ?? []
  expect(shown.at(-1)).toBe('  + … and 8 more lines')
})
