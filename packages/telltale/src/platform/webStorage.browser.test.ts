import { expect, it } from 'vitest'
import { describeKeyValueStorage } from '../core/ports/keyValueStorage.suite.ts'
import { webStorage } from './webStorage.ts'

let count = 0
const open = () => webStorage(`storage-test-${(count += 1)}:`)

localStorage.clear()
describeKeyValueStorage('localStorage', open)

it('returns false, and does not throw, when localStorage is full', () => {
  const storage = open()
  expect(storage.set('large', 'x'.repeat(20_000_000))).toBe(false)
  expect(storage.get('large')).toBeUndefined()
})

it('does not change the keys of others', () => {
  localStorage.setItem('somebody-else', '1')
  expect(open().keys('')).toEqual([])
})
