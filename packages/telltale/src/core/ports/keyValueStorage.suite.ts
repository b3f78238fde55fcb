import { describe, expect, it } from 'vitest'
import type { KeyValueStorage } from './platform.ts'

/** The contract of every key-value storage. `open` returns a new, empty one. */
export function describeKeyValueStorage(name: string, open: () => KeyValueStorage): void {
  describe(name, () => {
    it('is empty at first', () => {
      const storage = open()
      expect(storage.get('a')).toBeUndefined()
      expect(storage.keys('')).toEqual([])
    })

    it('returns a stored value, even an empty string, until it is removed', () => {
      const storage = open()
      expect(storage.set('a', '1')).toBe(true)
      expect(storage.set('b', '')).toBe(true)
      expect(storage.get('a')).toBe('1')
      expect(storage.get('b')).toBe('')
      storage.remove('a')
      expect(storage.get('a')).toBeUndefined()
    })

    it('lists the keys that start with a prefix', () => {
      const storage = open()
      for (const key of ['aside:1', 'aside:2', 'other']) storage.set(key, '')
      expect([...storage.keys('aside:')].sort()).toEqual(['aside:1', 'aside:2'])
    })
  })
}
