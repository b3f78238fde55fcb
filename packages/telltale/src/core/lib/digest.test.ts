import { expect, it } from 'vitest'
import { digest } from './digest.ts'

it('is the same for the same text', () => expect(digest('token')).toBe(digest('token')))

it('differs between texts that are nearly the same, and does not show them', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `user-${index}`)
  const digests = new Set(texts.map(digest))
  expect(digests.size).toBe(texts.length)
  expect(digest('ida@example.com')).not.toContain('ida')
})
