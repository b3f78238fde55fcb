import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../core/model/flag.ts'
import { redactContext, sameContext } from './redactContext.ts'

const redact = (context: Context, privateAttributes: string[] = [], allAttributesPrivate = false, anonymous = false) =>
  redactContext(context, { allAttributesPrivate, privateAttributes }, anonymous)

test('a context without private attributes is unchanged except for its _meta', () => {
  expect(redact({ kind: 'user', key: 'a', name: 'n' })).toEqual({ kind: 'user', key: 'a', name: 'n' })
  expect(redact({ kind: 'user', key: 'a', _meta: { privateAttributes: ['b'] } })).toEqual({ kind: 'user', key: 'a' })
})

test('private attributes of the settings and of the context, by name or reference, are removed and listed', () => {
  const context: Context = {
    kind: 'user',
    key: 'a',
    name: 'n',
    address: { street: 's', town: { zip: 1, name: 't' } },
    'a/b': 1,
    '/c~': 2,
    plain: 3,
    _meta: { privateAttributes: ['/address/town/zip', 'plain', 'missing'] },
  }
  expect(redact(context, ['name', '/a~1b', '/~1c~0', '/address/none', '/name/x', 'name'])).toEqual({
    kind: 'user',
    key: 'a',
    address: { street: 's', town: { name: 't' } },
    _meta: { redactedAttributes: ['name', '/a~1b', '/~1c~0', '/address/town/zip', 'plain'] },
  })
  expect(context['address']).toEqual({ street: 's', town: { zip: 1, name: 't' } })
})

test.each([
  ['another field', { other: 'b', privateAttributes: ['plan'] }, { other: 'b', redactedAttributes: ['plan'] }],
  ['only another field', { other: 'b' }, { other: 'b' }],
  ['private attributes that are null', { privateAttributes: null }, undefined],
  ['null', null, undefined],
  ['a number', 5, undefined],
])('_meta is kept without its private attributes: %s', (_title, _meta, shown) => {
  const { plan, ...others } = redact({ kind: 'org', key: 'a', plan: 'gold', _meta }) as Record<string, unknown>
  expect(others).toEqual({ kind: 'org', key: 'a', ...(shown && { _meta: shown }) })
  expect(plan).toBe(shown && 'redactedAttributes' in shown ? undefined : 'gold')
})

test.each([
  [1, true],
  ['yes', true],
  [0, false],
  [null, false],
])('anonymous is a boolean, and the attributes of what is anonymous are removed on request: %j', (anonymous, shown) => {
  const context = { kind: 'org', key: 'a', plan: 'gold', anonymous } as object as Context
  expect(redact(context)).toEqual({ kind: 'org', key: 'a', plan: 'gold', anonymous: shown })
  expect(redact(context, [], false, true)).toEqual({
    kind: 'org',
    key: 'a',
    anonymous: shown,
    ...(shown ? { _meta: { redactedAttributes: ['plan'] } } : { plan: 'gold' }),
  })
})

test('the context of events has its own attributes, where requests for flags contain something else', () => {
  const context = { kind: 'user', key: 'a', name: '5' }
  Object.defineProperty(context, 'toJSON', { value: () => ({ key: 'a', name: 5 }) })
  expect(redact(context)).toEqual({ kind: 'user', key: 'a', name: '5' })
})

test('the attributes by which the service identifies a context are never private', () => {
  const context: Context = { kind: 'user', key: 'a', anonymous: true }
  expect(redact(context, ['kind', 'key', '/key', 'anonymous', '_meta', '', '/', '//'], true)).toEqual(context)
})

test('when all attributes are private, a name that begins with a slash is listed as a reference', () => {
  expect(redact({ kind: 'user', key: 'a', '/s~n': 1, b: 2 }, [], true)).toEqual({
    kind: 'user',
    key: 'a',
    _meta: { redactedAttributes: ['/~1s~0n', 'b'] },
  })
})

test('private attributes of one kind do not affect another kind', () => {
  const context: Context = {
    kind: 'multi',
    org: { key: 'o', name: 'n', _meta: { privateAttributes: ['name'] } },
    user: { key: 'u', name: 'n' },
  }
  expect(redact(context)).toEqual({
    kind: 'multi',
    org: { key: 'o', _meta: { redactedAttributes: ['name'] } },
    user: { key: 'u', name: 'n' },
  })
})

test('on request, the attributes of anonymous contexts are removed, and those of other contexts are not', () => {
  const context: Context = {
    kind: 'multi',
    org: { key: 'o', name: 'n' },
    user: { key: 'u', name: 'n', anonymous: true },
  }
  expect(redact(context)).toEqual(context)
  expect(redact(context, [], false, true)).toEqual({
    kind: 'multi',
    org: { key: 'o', name: 'n' },
    user: { key: 'u', anonymous: true, _meta: { redactedAttributes: ['name'] } },
  })
})

test('a private attribute of any name is removed, and all others are kept', () => {
  const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '/a', 'a~1b'))
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), names, (attributes, name) => {
      const shown = redact({ ...attributes, kind: 'user', key: 'a' }, [
        `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      ])
      const isPrivate = !['kind', 'key', 'anonymous', '_meta'].includes(name)
      const expected = Object.keys(attributes).filter((key) => key !== '_meta' && !(isPrivate && key === name))
      expect(
        Object.keys(shown)
          .filter((key) => key !== '_meta')
          .sort(),
      ).toEqual([...new Set([...expected, 'kind', 'key'])].sort())
    }),
  )
})

const user = (more: object = {}): Context => ({ kind: 'user', key: 'a', ...more })
const hiding = (...privateAttributes: string[]) => user({ _meta: { privateAttributes } })

test.each<[Context, Context, boolean]>([
  [user(), user(), true],
  [user({ a: 1, b: { c: [1] } }), user({ b: { c: [1] }, a: 1 }), true],
  [user({ a: 1 }), user({ a: 2 }), false],
  [user({ a: 1 }), user(), false],
  [user(), { kind: 'org', key: 'a' }, false],
  [hiding('a', '/b/c'), hiding('/b/c', 'a'), true],
  [hiding('a'), hiding('/a'), true],
  [hiding('a', 'a'), hiding('a'), true],
  [hiding('a'), user(), false],
  [hiding('/a/b'), hiding('/a~1b'), false],
  [
    { kind: 'multi', user: { key: 'a' }, org: { key: 'b' } },
    { kind: 'multi', org: { key: 'b' }, user: { key: 'a' } },
    true,
  ],
  [
    { kind: 'multi', user: { key: 'a' }, org: { key: 'b' } },
    { kind: 'multi', org: { key: 'a' }, user: { key: 'b' } },
    false,
  ],
])('%j and %j: %s', (a, b, isSame) => {
  expect(sameContext(a, b)).toBe(isSame)
  expect(sameContext(b, a)).toBe(isSame)
})
