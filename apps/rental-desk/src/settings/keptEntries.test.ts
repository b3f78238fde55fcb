import { expect, test } from 'vitest'
import { forgetHere, keptEntries } from './keptEntries.ts'

function storageOf(entries: Record<string, string>) {
  const items = new Map(Object.entries(entries))
  return {
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    items,
  }
}

const entries = {
  'telltale.vendor._hp2_id.1': '{}',
  'rental-desk.quotes': '[]',
  'rental-desk.session': 'secret',
  'telltale:flags:1': 'é',
  'telltale:flag-index': '[]',
  'somebody-else': 'stays',
}

test('keptEntries returns the stored bytes by purpose, in a fixed order and without the stored values', () => {
  expect([...keptEntries(storageOf(entries))]).toEqual([
    ['Sent quotes', 20],
    ['Your sign-in', 25],
    ['Your feature flags', 16 + 2 + 19 + 2],
    ['Heap and Intercom identities', 25 + 2],
  ])
})

test('forgetHere removes the entries of the application and keeps other entries', () => {
  const storage = storageOf(entries)
  forgetHere(storage)
  expect([...storage.items.keys()]).toEqual(['somebody-else'])
})
