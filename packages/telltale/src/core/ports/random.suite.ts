import { describe, expect, it } from 'vitest'
import type { Random } from './random.ts'

/** What every source of randomness does. */
export function describeRandom(name: string, open: () => Random): void {
  describe(name, () => {
    it('gives numbers from 0 up to but not 1', () => {
      const random = open()
      for (let count = 0; count < 100; count += 1) {
        const number = random.number()
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThan(1)
      }
    })

    it('gives as many bytes as were asked for, and others each time', () => {
      const random = open()
      const seen = new Set(Array.from({ length: 300 }, () => random.bytes(10).join()))
      expect(seen.size).toBe(300)
      for (const count of [16, 2000, 0]) expect(random.bytes(count)).toHaveLength(count)
    })
  })
}
