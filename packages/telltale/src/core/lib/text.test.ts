import { byteLength } from './byteLength.ts'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { base64Url } from './text.ts'
import { hashText } from './hashText.ts'

it.each([
  ['', 0],
  ['Fleet', 5],
  ['Größe', 7],
  ['1 200 €', 9],
  ['🚜', 4],
  ['half a pair: \ud83d', 16],
])('the UTF-8 length of %j is %i bytes', (text, bytes) => {
  expect(byteLength(text)).toBe(bytes)
})

it('the UTF-8 length of any text is what TextEncoder writes', () => {
  const unit = fc.oneof(
    fc.constantFrom('\ud83d', '\ude9c', '\u07ff', '\u0800', '\uffff'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('')
      expect(byteLength(text)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})

it('a server decodes the base64 of a text to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const encoded = base64Url(text)
      expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/)
      expect(decode(encoded)).toBe(text)
    }),
  )
})

it('a text that would not fit on the stack is encoded', () => {
  expect(base64Url('x'.repeat(500_000))).toHaveLength(666_667)
})

function decode(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}

test('different texts and different seeds have different hashes', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(hashText(a, 1) === hashText(b, 1)).toBe(a === b)
      expect(hashText(a, 1)).not.toBe(hashText(a, 2))
    }),
  )
})

test('a hash is short for any text, and the same on every visit', () => {
  expect(hashText('ann@hire.test'.repeat(1000), 0).length).toBeLessThanOrEqual(11)
  expect(hashText('rental-desk', 0)).toBe(hashText('rental-desk', 0))
  expect(hashText('', 0)).toMatch(/^[0-9a-z]+$/)
})

test('a hundred thousand similar texts have different hashes', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => hashText(`user-${index}`, 0)))
  expect(hashes.size).toBe(100_000)
})
