import { describe, expect, it } from 'vitest'
import type { KeyValueStorage } from './keyValueStorage.ts'

/** What every small storage does. `open` gives a new and empty one. */
export function describeKeyValueStorage(name: string, open: () => KeyValueStorage): void {
  describe(name, () => {
    it('knows nothing at first', () => {
      const storage = open()
      expect(storage.get('a')).toBeUndefined()
      expect(storage.keys('')).toEqual([])
    })

    it('gives back what it was given, an empty text too, until that is removed', () => {
      const storage = open()
      expect(storage.set('a', '1')).toBe(true)
      expect(storage.set('b', '')).toBe(true)
      expect(storage.get('a')).toBe('1')
      expect(storage.get('b')).toBe('')
      storage.remove('a')
      expect(storage.get('a')).toBeUndefined()
    })

    it('lists the keys of a prefix', () => {
      const storage = open()
      for (const key of ['aside:1', 'aside:2', 'other']) storage.set(key, '')
      expect([...storage.keys('aside:')].sort()).toEqual(['aside:1', 'aside:2'])
    })
  })
}
