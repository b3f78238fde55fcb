import { expect, test } from 'vitest'
import { shortMessages, withShortMessages } from './shortMessages.mjs'

test.each([
  ["warn('the name must be a text (T60)')", 'warn("(T60)")'],
  ["warn('It has not started. (T166).')", 'warn("(T166)")'],
  ['warn(`Set ${path}${at} to ${words}. (T22)`)', 'warn(`${path} ${at} ${words} (T22)`)'],
  ['warn(`could not be loaded. ${CHECK_FILES} (T71)`)', 'warn(`(T71)`)'],
  ["warn(`${n} problem${n === 1 ? '' : 's'} of ${name()} (T1)`)", 'warn(`${n} ${name()} (T1)`)'],
  [
    'warn(`a ${isA ? `b (T2)` : list.map((one) => `c ${one} (T3)`)} (T4)`)',
    'warn(`${isA ? `(T2)` : list.map((one) => `${one} (T3)`)} (T4)`)',
  ],
  ['warn(a ? `b ${c} (T2)` : "d (T3)")', 'warn(a ? `${c} (T2)` : "(T3)")'],
])('%s becomes %s', (code, short) => {
  expect(withShortMessages(code)).toBe(short)
})

test.each([
  "fail('conflicting options were provided, a client and a client side id! (T34)')",
  'const code = /\\(T\\d+\\)$/.exec(message)',
  "warn('(T60) is in front')",
  'const T60 = 60',
])('%s stays as it is', (code) => {
  expect(withShortMessages(code)).toBe(code)
})

test('a message of several lines keeps them, so that what follows has its line', () => {
  const code = 'warn(`first ${a}\n second (T5)`)\nnext()'
  expect(withShortMessages(code).split('\n')).toHaveLength(3)
  expect(shortMessages().renderChunk(code).code.split('\n')[2]).toBe('next()')
})
