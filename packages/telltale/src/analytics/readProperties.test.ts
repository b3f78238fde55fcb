import { describe, expect, it } from 'vitest'
import { readProperties } from './readProperties.ts'

describe('event properties', () => {
  it('are what JSON can say of them', () => {
    const day = new Date(Date.UTC(2026, 0, 2))
    const given = { total: 1200, isRush: false, note: 'x', nothing: null, items: [{ sku: 'a' }], day, ratio: NaN }
    expect(readProperties(given)).toEqual({
      properties: { ...given, day: '2026-01-02T00:00:00.000Z', ratio: null },
      leftOut: [],
    })
  })

  it('do not change when the caller’s object does', () => {
    const given = { items: [1] }
    const { properties } = readProperties(given)
    given.items.push(2)
    expect(properties).toEqual({ items: [1] })
  })

  it('leave out, and name, what cannot be written', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    const given = {
      ok: 1,
      run: () => {},
      mark: Symbol('s'),
      big: 1n,
      cycle,
      get broken() {
        throw new Error('no')
      },
    }
    expect(readProperties(given)).toEqual({ properties: { ok: 1 }, leftOut: ['run', 'mark', 'big', 'cycle', 'broken'] })
  })

  it('take undefined for absent', () => {
    expect(readProperties({ discount: undefined })).toEqual({ properties: {}, leftOut: [] })
  })

  it.each<[string, unknown]>([
    ['a text', 'Quote sent'],
    ['a number', 5],
    ['a function', () => {}],
    ['an object that cannot be looked at', Proxy.revocable({}, {})],
  ])('are none, and it is said, in place of which there is %s', (_title, given) => {
    if (typeof given === 'object') (given as { revoke(): void }).revoke()
    const wrong = typeof given === 'object' ? (given as { proxy: object }).proxy : given
    expect(readProperties(wrong)).toEqual({ properties: {}, leftOut: ['all properties'] })
  })

  it.each([undefined, null])('may be absent: %s', (given) => {
    expect(readProperties(given)).toEqual({ properties: {}, leftOut: [] })
  })

  it('keep a property by the name of the prototype', () => {
    const { properties } = readProperties(JSON.parse('{"__proto__":{"a":1}}'))
    expect(JSON.stringify({ ...properties })).toBe('{"__proto__":{"a":1}}')
  })
})
