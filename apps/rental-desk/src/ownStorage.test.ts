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

test('storageOr keeps for the page what a full storage does not take', () => {
  const items = new Map([['a', 'before']])
  let isFull = true
  const storage = storageOr(() => ({
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
  }))
  storage.setItem('a', '1')
  expect([storage.getItem('a'), storage.length, storage.key(0), storage.key(1)]).toEqual(['1', 1, 'a', null])
  isFull = false
  storage.setItem('a', '2')
  expect([storage.getItem('a'), storage.length, items.get('a')]).toEqual(['2', 1, '2'])
  storage.removeItem('a')
  expect([storage.getItem('a'), storage.length]).toEqual([null, 0])
})
