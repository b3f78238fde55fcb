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

test('what is kept is told by purpose, in one order, in bytes, and never what it says', () => {
  expect([...keptEntries(storageOf(entries))]).toEqual([
    ['Sent quotes', 20],
    ['Your sign-in', 25],
    ['Your feature flags', 16 + 2 + 19 + 2],
    ['Heap and Intercom identities', 25 + 2],
  ])
})

test('what is forgotten is gone, and what belongs to others stays', () => {
  const storage = storageOf(entries)
  forgetHere(storage)
  expect([...storage.items.keys()]).toEqual(['somebody-else'])
})
