import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byteLength } from './byteLength.ts'

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
