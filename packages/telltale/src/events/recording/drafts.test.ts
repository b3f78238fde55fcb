import { describe, expect, it } from 'vitest'
import { PrivateOnly } from '../../testing/oddValues.suite.ts'
import { isName, readOptions, readProperties } from './drafts.ts'

const unreadable = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

describe('the name of an event', () => {
  it.each([['Quote sent'], ['x'], [' Quote sent ']])(
    'the name of an event is any string that is not blank: %j',
    (given) => expect(isName(given)).toBe(true),
  )

  it.each<[unknown]>([
    [undefined],
    [null],
    [''],
    ['  '],
    ['\n'],
    [5],
    [5n],
    [Symbol('s')],
    [{}],
    [['Quote sent']],
    [unreadable],
    [Object.create(null)],
  ])('the name of an event is nothing else (case %#)', (given) => expect(isName(given)).toBe(false))
})

describe('the options of an event', () => {
  const none = { messaging: false }
  it.each<[unknown, object]>([
    [undefined, none],
    [null, none],
    ['messaging', none],
    [{ messaging: 1 }, { messaging: true }],
    [{ urgent: 1n, messaging: true }, { messaging: true }],
    [unreadable, none],
  ])('the options of an event are the valid ones of any given value', (given, options) =>
    expect(readOptions(given)).toEqual(options),
  )
})

describe('event properties', () => {
  it('event properties are the values that JSON can hold', () => {
    const day = new Date(Date.UTC(2026, 0, 2))
    const given = { total: 1200, isRush: false, note: 'x', nothing: null, items: [{ sku: 'a' }], day, none: {} }
    expect(readProperties(given)).toEqual({
      properties: { ...given, day: '2026-01-02T00:00:00.000Z' },
      leftOut: [],
    })
  })

  it('event properties do not change when the caller’s object does', () => {
    const given = { items: [1] }
    const { properties } = readProperties(given)
    given.items.push(2)
    expect(properties).toEqual({ items: [1] })
  })

  it('event properties leave out and report values that JSON cannot hold', () => {
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
    ['NaN', NaN],
    ['an infinite number', -Infinity],
    ['an invalid date', new Date('never')],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['an error', new Error('no')],
    ['a regular expression', /a/],
    ['a promise', Promise.resolve(1)],
  ])('event properties leave out and report values that JSON would lose: %s', (_title, value) => {
    expect(readProperties({ ok: 1, value })).toEqual({ properties: { ok: 1 }, leftOut: ['value'] })
  })

  const lost: [string, unknown][] = [
    ['a function', () => {}],
    ['a symbol', Symbol('s')],
    ['a big integer', 1n],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['an invalid date', new Date('never')],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['an error', new Error('no')],
    ['a regular expression', /a/],
    ['a promise', Promise.resolve(1)],
    ['search parameters', new URLSearchParams('a=1')],
    ['a typed array', new Uint8Array(2)],
    ['an instance that has private fields only', new PrivateOnly()],
  ]
  const places: [string, (value: unknown) => unknown, path: string, left: unknown][] = [
    ['in an object', (value) => ({ a: 1, value }), 'of.value', { a: 1 }],
    ['in a list', (value) => [1, value, 2], 'of[]', [1, null, 2]],
    ['in objects of a list', (value) => [{ a: 1, value }, { value }], 'of[].value', [{ a: 1 }, {}]],
    ['in a list of a list', (value) => [[value, value]], 'of[][]', [[null, null]]],
    ['four levels down', (value) => ({ a: { b: { c: value } } }), 'of.a.b.c', { a: { b: {} } }],
  ]

  it.each(lost.flatMap(([what, value]) => places.map((place) => [what, ...place, value] as const)))(
    'event properties name each loss once with its path, whatever it is and wherever: %s %s',
    (_what, _where, at, path, left, value) => {
      expect(readProperties({ of: at(value) })).toEqual({ properties: { of: left }, leftOut: [path] })
    },
  )

  it('event properties keep instances with fields of their own or toJSON, and empty objects of every kind', () => {
    class Money {
      readonly amount = 1
    }
    class Id {
      toJSON() {
        return 'i-1'
      }
    }
    const given = { price: new Money(), id: new Id(), none: {}, bare: Object.create(null) as object }
    expect(readProperties(given)).toEqual({
      properties: { price: { amount: 1 }, id: 'i-1', none: {}, bare: {} },
      leftOut: [],
    })
  })

  it('event properties treat undefined as absent', () => {
    expect(readProperties({ discount: undefined })).toEqual({ properties: {}, leftOut: [] })
  })

  it.each<[string, unknown]>([
    ['a text', 'Quote sent'],
    ['a number', 5],
    ['a function', () => {}],
    ['a map', new Map([['a', 1]])],
    ['an error', new Error('no')],
    ['an instance that has private fields only', new PrivateOnly()],
    ['an object whose properties cannot be listed', revokedProxy()],
  ])('event properties are empty and reported when the given value is %s', (_title, given) => {
    expect(readProperties(given)).toEqual({ properties: {}, leftOut: ['all properties'] })
  })

  it.each([undefined, null])('event properties may be absent: %s', (given) => {
    expect(readProperties(given)).toEqual({ properties: {}, leftOut: [] })
  })

  it('event properties keep a property that is called __proto__', () => {
    const { properties } = readProperties(JSON.parse('{"__proto__":{"a":1}}'))
    expect(JSON.stringify({ ...properties })).toBe('{"__proto__":{"a":1}}')
  })
})

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
