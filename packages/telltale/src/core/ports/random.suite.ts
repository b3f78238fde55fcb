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

    it('gives ids of version 4, and another one each time', () => {
      const random = open()
      const ids = Array.from({ length: 300 }, () => random.uuid())
      expect(new Set(ids).size).toBe(300)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    })
  })
}
