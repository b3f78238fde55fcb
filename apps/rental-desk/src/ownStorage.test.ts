import { expect, test } from 'vitest'
import { storageOr } from './ownStorage.ts'

test('where the browser lets nothing be kept, the desk keeps it for as long as the page lives', () => {
  const storage = storageOr(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  storage.setItem('a', '1')
  storage.setItem('b', '2')
  storage.removeItem('a')
  expect([storage.length, storage.key(0), storage.key(1), storage.getItem('a'), storage.getItem('b')]).toEqual([
    1,
    'b',
    null,
    null,
    '2',
  ])
})
