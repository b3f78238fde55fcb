import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidV4, uuidV7 } from './uuid.ts'

const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count })

describe('a UUID', () => {
  it('is, in version 7, the example of RFC 9562', () => {
    // [spec] RFC 9562 A.6: 2022-02-22T19:22:22.000Z; rand_a 0xcc3, rand_b 0x18c4dc0c0c07398f
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])
    expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('of version 7 has its time, version and variant whatever the bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 47 }), bytes(10), (time, random) => {
        const id = uuidV7(time, random)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
      }),
    )
  })

  it('of version 7 sorts by time', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), bytes(10), bytes(10), (time, later, a, b) => {
        expect(uuidV7(time, a) < uuidV7(time + later, b)).toBe(true)
      }),
    )
  })

  it('of version 4 has its version and variant whatever the bytes', () => {
    fc.assert(
      fc.property(bytes(16), (random) => {
        expect(uuidV4(random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }),
    )
  })

  it('differs when the bytes do', () => {
    expect(uuidV7(1, new Uint8Array(10))).not.toBe(uuidV7(1, new Uint8Array(10).fill(1)))
    expect(uuidV4(new Uint8Array(16))).not.toBe(uuidV4(new Uint8Array(16).fill(1)))
  })
})
