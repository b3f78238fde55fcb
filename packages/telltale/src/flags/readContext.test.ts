import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindsOf, readContext } from './readContext.ts'

const read = (input: unknown) => readContext(input, (kind) => `made-${kind}`)

test.each([
  { kind: 'user', key: 'a' },
  { kind: 'org', key: 'a', name: 'b', anonymous: true, other: [1, { x: null }], flag: false, zero: 0, empty: '' },
  { kind: 'aZ9_.-', key: 'x' },
  { kind: 'user', key: 'a', _meta: { privateAttributes: ['x'], secondary: 's' } },
  { kind: 'multi', org: { key: 'o', name: 'n' }, user: { key: 'u' } },
])('the context %j is not changed', (context) => {
  expect(read(context)).toEqual(context)
})

test.each<[unknown, unknown]>([
  [
    { kind: 'user', key: 'a', name: null, other: undefined, anonymous: false },
    { kind: 'user', key: 'a' },
  ],
  [
    { kind: 'user', key: 'a', _meta: { privateAttributes: [], secondary: null } },
    { kind: 'user', key: 'a' },
  ],
  [
    { kind: 'multi', org: { key: 'o' } },
    { kind: 'org', key: 'o' },
  ],
  [
    { kind: 'org', anonymous: true },
    { kind: 'org', key: 'made-org', anonymous: true },
  ],
  [
    { kind: 'org', key: '', anonymous: true },
    { kind: 'org', key: 'made-org', anonymous: true },
  ],
  [
    { kind: 'multi', org: { key: 'o' }, user: { anonymous: true } },
    { kind: 'multi', org: { key: 'o' }, user: { key: 'made-user', anonymous: true } },
  ],
])('the input %j becomes the context %j', (input, context) => {
  expect(read(input)).toEqual(context)
})

test.each<[unknown, unknown]>([
  [{ key: '' }, { kind: 'user', key: '' }],
  [{ anonymous: true }, { kind: 'user', key: 'made-user', anonymous: true }],
  [
    { key: 'a', email: 'e', secondary: 's', privateAttributeNames: ['email'], made: 'up' },
    { kind: 'user', key: 'a', email: 'e', _meta: { secondary: 's', privateAttributes: ['email'] } },
  ],
  [
    { key: 'a', name: 'n', custom: { plan: 'gold', name: 'no', kind: 'no', key: 'no', anonymous: 'no', _meta: 'no' } },
    { kind: 'user', key: 'a', name: 'n', plan: 'gold' },
  ],
])('a user in the old format, %j, becomes the context %j', (user, context) => {
  expect(read(user)).toEqual(context)
})

test.each([
  undefined,
  null,
  true,
  'user',
  [],
  [{ kind: 'user', key: 'a' }],
  {},
  { kind: null, key: 'x' },
  { kind: true, key: 'x' },
  { kind: '', key: 'x' },
  { kind: 'kind', key: 'x' },
  { kind: 'a b', key: 'x' },
  { kind: 'ä', key: 'x' },
  { kind: 'a\n', key: 'x' },
  { kind: 'org' },
  { kind: 'org', key: '' },
  { kind: 'org', key: null },
  { kind: 'org', key: 3 },
  { kind: 'org', key: 'a', name: 3 },
  { kind: 'org', key: 'a', anonymous: 'yes' },
  { kind: 'org', key: 'a', _meta: 3 },
  { kind: 'org', key: 'a', _meta: { secondary: 3 } },
  { kind: 'org', key: 'a', _meta: { privateAttributes: {} } },
  { kind: 'org', key: 'a', _meta: { privateAttributes: [1] } },
  { kind: 'multi' },
  { kind: 'multi', org: 'o' },
  { kind: 'multi', kind2: {} },
  { kind: 'multi', multi: { key: 'a' } },
  { kind: 'multi', org: { key: 'o' }, user: { key: '' } },
  { kind: 'multi', org: { key: 'o' }, 'a b': { key: 'u' } },
  { key: true },
  { key: 'a', anonymous: 3 },
  { key: 'a', email: 3 },
  { key: 'a', custom: [] },
  { key: 'a', privateAttributeNames: {} },
  { key: 'a', secondary: 3 },
])('%j is not a context', (input) => {
  expect(read(input)).toBeUndefined()
})

test('an attribute called kind in a context of several kinds does not change the kind', () => {
  expect(read({ kind: 'multi', org: { kind: 'multi', key: 'o' } })).toEqual({ kind: 'org', key: 'o' })
})

test('a context that is read from any input stays the same when it is read again', () => {
  const name = fc.constantFrom('kind', 'key', 'anonymous', 'name', '_meta', 'custom', 'a', '__proto__', 'constructor')
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('multi', 'user', 'org', true, ''))
  const object = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)))
  fc.assert(
    fc.property(object, (input) => {
      const context = read(JSON.parse(JSON.stringify(input)))
      if (!context || context['key'] === '') return // an empty key is allowed for users in the old format only
      expect(read(context)).toEqual(context)
      for (const [, attributes] of kindsOf(context)) expect(typeof attributes['key']).toBe('string')
      expect(Object.getPrototypeOf(context)).toBe(Object.prototype)
    }),
    { numRuns: 500 * Number(process.env['TELLTALE_HISTORIES'] ?? 1) },
  )
})
