import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashText } from './hashText.ts'

test('tells texts apart, and seeds', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(hashText(a, 1) === hashText(b, 1)).toBe(a === b)
      expect(hashText(a, 1)).not.toBe(hashText(a, 2))
    }),
  )
})

test('is short, whatever the text, and the same in every visit', () => {
  expect(hashText('ann@hire.test'.repeat(1000), 0).length).toBeLessThanOrEqual(11)
  expect(hashText('rental-desk', 0)).toBe(hashText('rental-desk', 0))
  expect(hashText('', 0)).toMatch(/^[0-9a-z]+$/)
})

test('has no two of a hundred thousand similar texts in common', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => hashText(`user-${index}`, 0)))
  expect(hashes.size).toBe(100_000)
})
