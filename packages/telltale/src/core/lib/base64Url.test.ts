import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64Url } from './base64Url.ts'

it('is what a server decodes to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const encoded = base64Url(text)
      expect(encoded).toMatch(/^[A-Za-z0-9_-]*={0,2}$/)
      expect(decode(encoded)).toBe(text)
    }),
  )
})

it('takes a text that would not fit on the stack', () => {
  expect(base64Url('x'.repeat(500_000))).toHaveLength(666_668)
})

function decode(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}
