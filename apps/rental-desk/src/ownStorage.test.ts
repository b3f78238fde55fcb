import { expect, test } from 'vitest'
import { storageOr, type OwnStorage } from './ownStorage.ts'

test.each<[string, () => OwnStorage | null]>([
  [
    'throws, as in Chromium and Firefox',
    () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  ],
  ['is null, as in WebKit', () => null],
])('storageOr returns working in-memory storage if the browser’s storage %s', (_, open) => {
  const storage = storageOr(open)
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
