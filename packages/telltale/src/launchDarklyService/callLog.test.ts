import { expect, test } from 'vitest'
import { createCallLog } from './callLog.ts'

test('a log remembers each call with its time, up to its maximum, and counts the others as dropped', () => {
  let now = 1
  const log = createCallLog<string>(2, () => now)
  expect(log.write('a')).toBe(true)
  now = 5
  expect(log.write('b')).toBe(true)
  expect(log.write('c')).toBe(false)
  expect(log.calls).toEqual([
    ['a', 1],
    ['b', 5],
  ])
  expect(log.dropped).toBe(1)
})
