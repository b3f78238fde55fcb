import { expect, test } from 'vitest'
import { createPreferences } from './preferences.ts'

function memoryStorage(kept?: string) {
  let item: string | null = kept ?? null
  return { getItem: () => item, setItem: (_key: string, value: string) => void (item = value) }
}

test('a changed preference is restored on the next visit and leaves the other preferences unchanged', () => {
  const storage = memoryStorage()
  const before = createPreferences(storage).get()
  createPreferences(storage).change({ isMapShown: false })
  expect(createPreferences(storage).get()).toEqual({ ...before, isMapShown: false })
})

test.each(['not json', 'null', '7', '{"isMapShown":"no","future":true}'])('createPreferences ignores “%s”', (kept) => {
  expect(createPreferences(memoryStorage(kept)).get()).toEqual(createPreferences(memoryStorage()).get())
})
