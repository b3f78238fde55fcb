import { expect, it } from 'vitest'
import { createErrorLimit } from './errorLimit.ts'

function limitAt() {
  const time = { now: 0 }
  return { time, limit: createErrorLimit(() => time.now) }
}

it('five of a fingerprint are recorded in a minute, and the next one says how many were left out', () => {
  const { time, limit } = limitAt()
  expect(Array.from({ length: 8 }, () => limit('a'))).toEqual([0, 0, 0, 0, 0, undefined, undefined, undefined])
  expect(limit('b')).toBe(0)
  time.now = 59_999
  expect(limit('a')).toBeUndefined()
  time.now = 60_000
  expect([limit('a'), limit('a')]).toEqual([4, 0])
})

it('fifty of all are recorded in a minute', () => {
  const { time, limit } = limitAt()
  const all = Array.from({ length: 60 }, (_, index) => limit(`${index}`))
  expect(all.filter((one) => one === 0)).toHaveLength(50)
  time.now = 60_000
  expect([limit('49'), limit('59')]).toEqual([0, 1])
})

it('what was left out is counted for the last two hundred fingerprints', () => {
  const { time, limit } = limitAt()
  for (let index = 0; index < 50; index += 1) limit('first')
  for (let index = 0; index < 50; index += 1) limit(`recorded ${index}`)
  for (let index = 0; index < 201; index += 1) limit(`${index}`)
  time.now = 60_000
  expect([limit('first'), limit('0'), limit('1'), limit('200')]).toEqual([0, 0, 1, 1])
})

it('a clock that is set back does not end the recording', () => {
  const { time, limit } = limitAt()
  time.now = 1e9
  for (let times = 0; times < 6; times += 1) limit('a')
  time.now = 0
  expect(limit('a')).toBe(1)
})
