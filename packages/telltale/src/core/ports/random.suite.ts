import { describe, expect, it } from 'vitest'
import type { Random } from './platform.ts'

/** The contract of every source of randomness. */
export function describeRandom(name: string, open: () => Random): void {
  describe(name, () => {
    it('returns numbers from 0 (included) to 1 (excluded)', () => {
      const random = open()
      for (let count = 0; count < 100; count += 1) {
        const number = random.number()
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThan(1)
      }
    })

    it('returns a different UUID of version 4 each time', () => {
      const random = open()
      const ids = Array.from({ length: 300 }, () => random.uuid())
      expect(new Set(ids).size).toBe(300)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    })
  })
}
