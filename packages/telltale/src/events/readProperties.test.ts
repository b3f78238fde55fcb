import { describe, expect, it } from 'vitest'
import { readProperties } from './readProperties.ts'

describe('event properties', () => {
  it('are what JSON can say of them', () => {
    const day = new Date(Date.UTC(2026, 0, 2))
    const given = { total: 1200, isRush: false, note: 'x', nothing: null, items: [{ sku: 'a' }], day, none: {} }
    expect(readProperties(given)).toEqual({
      properties: { ...given, day: '2026-01-02T00:00:00.000Z' },
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

  it.each<[string, unknown]>([
    ['no number', NaN],
    ['a number without end', -Infinity],
    ['no date', new Date('never')],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['an error', new Error('no')],
    ['an expression', /a/],
    ['a promise', Promise.resolve(1)],
  ])('leave out, and name, what would be written as nothing: %s', (_title, value) => {
    expect(readProperties({ ok: 1, value })).toEqual({ properties: { ok: 1 }, leftOut: ['value'] })
  })

  it('take undefined for absent', () => {
    expect(readProperties({ discount: undefined })).toEqual({ properties: {}, leftOut: [] })
  })

  it.each<[string, unknown]>([
    ['a text', 'Quote sent'],
    ['a number', 5],
    ['a function', () => {}],
    ['a map', new Map([['a', 1]])],
    ['an error', new Error('no')],
    ['an object that cannot be looked at', revokedProxy()],
  ])('are none, and it is said, in place of which there is %s', (_title, given) => {
    expect(readProperties(given)).toEqual({ properties: {}, leftOut: ['all properties'] })
  })

  it.each([undefined, null])('may be absent: %s', (given) => {
    expect(readProperties(given)).toEqual({ properties: {}, leftOut: [] })
  })

  it('keep a property by the name of the prototype', () => {
    const { properties } = readProperties(JSON.parse('{"__proto__":{"a":1}}'))
    expect(JSON.stringify({ ...properties })).toBe('{"__proto__":{"a":1}}')
  })
})

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
