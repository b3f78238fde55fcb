import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUuidV7 } from './uuid.ts'

const version4 = '919108f7-52d1-4320-9bac-f847db4148a8'
const times = fc.array(fc.nat({ max: 2 ** 47 }), { minLength: 2, maxLength: 50 })

describe('a UUID of version 7', () => {
  it('a UUID of version 7 contains its time, a counter and random bits', () => {
    const mint = createUuidV7(() => version4)
    // [spec] RFC 9562 A.6: 2022-02-22T19:22:22.000Z
    expect(mint(0x017f22e279b0)).toBe('017f22e2-79b0-7000-9bac-f847db4148a8')
    expect(mint(0x017f22e279b0)).toBe('017f22e2-79b0-7001-9bac-f847db4148a8')
    expect(mint(0x017f22e279b1)).toBe('017f22e2-79b1-7000-9bac-f847db4148a8')
  })

  it('a UUID of version 7 has version 7 at any time', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 47 }), fc.uuid({ version: 4 }), (time, random) => {
        const id = createUuidV7(() => random)(time)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
      }),
    )
  })

  it('a UUID of version 7 differs from one of another page in the same millisecond', () => {
    const mint = () => createUuidV7(() => crypto.randomUUID())(1_000)
    expect(new Set(Array.from({ length: 100 }, mint)).size).toBe(100)
  })

  it('a UUID of version 7 shares its random bits only with those of the same millisecond', () => {
    const mint = createUuidV7(() => crypto.randomUUID())
    const [a, b, c] = [mint(1_000), mint(1_000), mint(1_001)].map((id) => id.slice(18))
    expect(a).toBe(b)
    expect(c).not.toBe(a)
  })

  it('a UUID of version 7 is valid even if the clock has fractions of a millisecond', () => {
    expect(createUuidV7(() => version4)(1_000.75)).toBe('00000000-03e8-7000-9bac-f847db4148a8')
  })

  it('a UUID of version 7 sorts after the previous one, even if the clock was set meanwhile', () => {
    fc.assert(
      fc.property(times, (at) => {
        const ids = at.map(createUuidV7(() => crypto.randomUUID()))
        expect([...ids].sort()).toEqual(ids)
        expect(new Set(ids).size).toBe(at.length)
      }),
    )
  })

  it('a UUID of version 7 takes the next millisecond when the counter of its own is used up', () => {
    const mint = createUuidV7(() => version4)
    const ids = Array.from({ length: 10_000 }, () => mint(1_000))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(10_000)
    expect(ids.at(-1)).toBe('00000000-03ea-770f-9bac-f847db4148a8')
    expect(mint(1_003)).toBe('00000000-03eb-7000-9bac-f847db4148a8')
  })
})
