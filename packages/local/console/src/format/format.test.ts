import { expect, test } from 'vitest'
import { asText, inShort } from './asText.ts'
import { ago, clock, clockToSecond, duration, isoTime, since } from './time.ts'

test.each([
  ['text', 'text'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ a: 1 }, '{"a":1}'],
])('asText formats %j as %j', (value, text) => {
  expect(asText(value)).toBe(text)
})

test.each([
  ['text', 'text'],
  [null, 'null'],
  [{ a: 1 }, '{…}'],
  [[1], '[…]'],
])('inShort formats %j as %j', (value, text) => {
  expect(inShort(value)).toBe(text)
})

test.each([
  [12.4, '12 ms'],
  [11_000, '11 s'],
  [150_000, '3 min'],
  [7_200_000, '2 h'],
  [260_000_000, '3 d'],
])('duration formats %d ms as %j', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test.each([
  [0, '+0 ms'],
  [412, '+412 ms'],
  [1234, '+1.23 s'],
  [61_000, '+61.0 s'],
  [-30, '−30 ms'],
])('since formats %d ms as %j', (ms, text) => {
  expect(since(1000, 1000 + ms)).toBe(text)
})

test('ago shows “just now” for a very recent time', () => {
  expect([ago(1000, 2000), ago(1000, 13_000)]).toEqual(['just now', '12 s ago'])
})

test('clock has milliseconds, padded with zeros', () => {
  expect(clock(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('03:04:05.006')
})

test('clockToSecond is the clock without milliseconds', () => {
  expect(clockToSecond(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('03:04:05')
})

// Nanoseconds, as `date +%s%N` prints them, and times of a broken clock.
test.each([1795228800000000000, -8.64e15 - 1, Infinity, Number.NaN])(
  'an invalid time is shown as a number: %d',
  (at) => {
    expect(clock(at)).toBe(String(at))
    expect(clockToSecond(at)).toBe(String(at))
    expect(isoTime(at)).toBeUndefined()
  },
)

test('isoTime returns a machine-readable time', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z')
})
