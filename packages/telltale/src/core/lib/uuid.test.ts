import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidV7 } from './uuid.ts'

const version4 = fc.uuid({ version: 4 })

describe('a UUID of version 7', () => {
  it('is the example of RFC 9562', () => {
    // [spec] RFC 9562 A.6: 2022-02-22T19:22:22.000Z; rand_a 0xcc3, rand_b 0x18c4dc0c0c07398f
    const random = '919108f7-52d1-4cc3-98c4-dc0c0c07398f'
    expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('has its time, version and variant whatever is random', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 47 }), version4, (time, random) => {
        const id = uuidV7(time, random)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
      }),
    )
  })

  it('sorts by time', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), version4, version4, (time, later, a, b) => {
        expect(uuidV7(time, a) < uuidV7(time + later, b)).toBe(true)
      }),
    )
  })

  it('differs when what is random does', () => {
    fc.assert(
      fc.property(version4, version4, (a, b) => {
        fc.pre(a.slice(15) !== b.slice(15))
        expect(uuidV7(1, a)).not.toBe(uuidV7(1, b))
      }),
    )
  })
})
