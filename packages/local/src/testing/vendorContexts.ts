/** A context that an application may give to one of the flag vendor's clients; JavaScript callers give all kinds of them. */
export interface VendorContext {
  readonly title: string
  readonly context: unknown
}

/** The key of the context that a client has before it gets one of the table. */
export const FIRST_KEY = 'the-first-one'

const user = (title: string, context: unknown): VendorContext => ({ title: `a user ${title}`, context })
const kind = (title: string, context: object): VendorContext => ({
  title: `a context ${title}`,
  context: { kind: 'org', ...context },
})
const multi = (title: string, context: object): VendorContext => ({
  title: `a context of several kinds ${title}`,
  context: { kind: 'multi', ...context },
})

/** With itself as an attribute, which JSON cannot hold. */
const cyclic = (context: object) => Object.assign(context, { self: context })
/** With an attribute that cannot be read. */
const throwing = (context: object) =>
  Object.defineProperty(context, 'name', {
    enumerable: true,
    get: () => {
      throw new Error('The name is not known.')
    },
  })

const USERS = [
  user('with a key', { key: 'a' }),
  user('with a number as key', { key: 42 }),
  user('with 0 as key', { key: 0 }),
  user('with a boolean as key', { key: true }),
  user('with a list as key', { key: [1, 2] }),
  user('with an empty key', { key: '' }),
  user('with null as key', { key: null }),
  user('without a key', { name: 'Ann' }),
  user('with a key of letters beyond ASCII', { key: 'Zo\u00eb \u2713 \u65e5\u672c' }),
  user('with colons, percents and slashes in its key', { key: 'a:b%c/d?e#f' }),
  user('with NaN as key', { key: Number.NaN }),
  user('with a BigInt as key', { key: 42n }),
  user('with a number as name', { key: 'a', name: 5 }),
  user('with NaN as name', { key: 'a', name: Number.NaN }),
  user('with a boolean as name', { key: 'a', name: false }),
  user('with null as name', { key: 'a', name: null }),
  user('with undefined as name', { key: 'a', name: undefined }),
  user('with all texts', {
    key: 'a',
    name: 'Ann Lee',
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    avatar: 'a.png',
    ip: '127.0.0.1',
    country: 'NL',
  }),
  user('with numbers for all texts', {
    key: 1,
    name: 2,
    firstName: 3,
    lastName: 4,
    email: 5,
    avatar: 6,
    ip: 7,
    country: 8,
  }),
  user('with a list as email', { key: 'a', email: ['x@example.com', 'y@example.com'] }),
  user('with an object as country', { key: 'a', country: { code: 'NL' } }),
  user('with a secondary key', { key: 'a', secondary: 'b' }),
  user('with a number as secondary key', { key: 'a', secondary: 3 }),
  user('with an unknown attribute', { key: 'a', plan: 'gold' }),
  user('with custom attributes', { key: 'a', custom: { plan: 'gold', seats: 3, tags: ['x'], on: true } }),
  user('with null as custom attribute', { key: 'a', custom: { plan: null } }),
  user('with an object as custom attribute', { key: 'a', custom: { address: { city: 'Delft' } } }),
  user('with a date as custom attribute', { key: 'a', custom: { since: new Date(0) } }),
  user('with NaN as custom attribute', { key: 'a', custom: { seats: Number.NaN } }),
  user('with an empty list as custom', { key: 'a', custom: [] }),
  user('with a list as custom', { key: 'a', custom: ['x'] }),
  user('with null as custom', { key: 'a', custom: null }),
  user('with a number as custom', { key: 'a', custom: 5 }),
  user('with key and kind in custom', { key: 'a', custom: { key: 'b', kind: 'org' } }),
  user('with the name in custom', { key: 'a', custom: { name: 'Ann' } }),
  user('with a name, and another in custom', { key: 'a', name: 'Ann', custom: { name: 'Bob' } }),
  user('who is anonymous', { key: 'a', anonymous: true }),
  user('who is not anonymous', { key: 'a', anonymous: false }),
  user('with 1 as anonymous', { key: 'a', anonymous: 1 }),
  user('with 0 as anonymous', { key: 'a', anonymous: 0 }),
  user('with a text as anonymous', { key: 'a', anonymous: 'yes' }),
  user('with null as anonymous', { key: 'a', anonymous: null }),
  user('who is anonymous, with attributes', { key: 'a', anonymous: true, name: 'Ann', custom: { plan: 'gold' } }),
  user('with anonymous in custom', { key: 'a', custom: { anonymous: true } }),
  user('who is anonymous, without a key', { anonymous: true }),
  user('who is anonymous, with null as key', { key: null, anonymous: true }),
  user('who is anonymous, with an empty key', { key: '', anonymous: true }),
  user('who is anonymous, with 0 as key', { key: 0, anonymous: true }),
  user('with 1 as anonymous, without a key', { anonymous: 1 }),
  user('who is not anonymous, without a key', { anonymous: false }),
  user('with private attributes', { key: 'a', name: 'Ann', privateAttributeNames: ['name'] }),
  user('with no private attributes', { key: 'a', privateAttributeNames: [] }),
  user('with null as private attributes', { key: 'a', privateAttributeNames: null }),
  user('with a text as private attributes', { key: 'a', name: 'Ann', privateAttributeNames: 'name' }),
  user('with a number among private attributes', {
    key: 'a',
    name: 'Ann',
    custom: { 5: 'five' },
    privateAttributeNames: [5, 'name'],
  }),
  user('with a private attribute that begins with a slash', {
    key: 'a',
    custom: { '/x': 1 },
    privateAttributeNames: ['/x'],
  }),
  user('with undefined as kind', { kind: undefined, key: 'a' }),
  user('with null as kind', { kind: null, key: 'a' }),
  user('with a cycle', cyclic({ key: 'a' })),
  user('with a getter that throws', throwing({ key: 'a' })),
  user('with toJSON', { toJSON: () => ({ key: 'a', name: 'Ann' }) }),
]

const KINDS = [
  kind('with a key', { key: 'a' }),
  kind('of the kind user', { kind: 'user', key: 'a' }),
  kind('with a number as key', { key: 42 }),
  kind('with 0 as key', { key: 0 }),
  kind('with an empty key', { key: '' }),
  kind('with null as key', { key: null }),
  kind('without a key', {}),
  kind('with colons, percents and slashes in its key', { key: 'a:b%c/d?e#f' }),
  kind('with NaN as key', { key: Number.NaN }),
  kind('with a BigInt as attribute', { key: 'a', seats: 42n }),
  kind('with NaN as attribute', { key: 'a', seats: Number.NaN }),
  kind('with a cycle', cyclic({ key: 'a' })),
  kind('with a number as name', { key: 'a', name: 5 }),
  kind('with null as name', { key: 'a', name: null }),
  kind('with attributes', { key: 'a', name: 'A', seats: 3, tags: ['x'], address: { city: 'Delft' } }),
  kind('with null as attribute', { key: 'a', plan: null }),
  kind('with custom attributes', { key: 'a', custom: { plan: 'gold' } }),
  kind('with 1 as anonymous', { key: 'a', anonymous: 1 }),
  kind('with 0 as anonymous', { key: 'a', anonymous: 0 }),
  kind('with false as anonymous', { key: 'a', anonymous: false }),
  kind('with null as anonymous', { key: 'a', anonymous: null }),
  kind('with a text as anonymous', { key: 'a', anonymous: 'yes' }),
  kind('that is anonymous, with attributes', { key: 'a', anonymous: true, plan: 'gold' }),
  kind('that is anonymous, without a key', { anonymous: true }),
  kind('that is anonymous, with an empty key', { key: '', anonymous: true }),
  kind('with 1 as anonymous, without a key', { anonymous: 1 }),
  kind('with private attributes', { key: 'a', plan: 'gold', _meta: { privateAttributes: ['plan', '/address/city'] } }),
  kind('with no private attributes', { key: 'a', _meta: { privateAttributes: [] } }),
  kind('with an empty _meta', { key: 'a', _meta: {} }),
  kind('with null as _meta', { key: 'a', _meta: null }),
  kind('with a number as _meta', { key: 'a', _meta: 5 }),
  kind('with a text as private attributes', { key: 'a', plan: 'gold', _meta: { privateAttributes: 'plan' } }),
  kind('with a number among private attributes', { key: 'a', 5: 'five', _meta: { privateAttributes: [5] } }),
  kind('with an attribute that is private twice', {
    key: 'a',
    plan: 'x',
    _meta: { privateAttributes: ['plan', '/plan'] },
  }),
  kind('with several private attributes', { key: 'a', b: 1, c: 2, _meta: { privateAttributes: ['c', 'b', 'd'] } }),
  kind('with another field of _meta', { key: 'a', plan: 'x', _meta: { other: 'b', privateAttributes: ['plan'] } }),
  kind('with only another field of _meta', { key: 'a', _meta: { other: 'b' } }),
  kind('of an empty kind', { kind: '', key: 'a' }),
  kind('of the kind "kind"', { kind: 'kind', key: 'a' }),
  kind('of a kind with a space', { kind: 'my org', key: 'a' }),
  kind('of a kind with dots and hyphens', { kind: 'my-org.v_2', key: 'a' }),
  kind('with a number as kind', { kind: 5, key: 'a' }),
  kind('with true as kind', { kind: true, key: 'a' }),
  kind('with a list as kind', { kind: ['org'], key: 'a' }),
  kind('with an object as kind', { kind: {}, key: 'a' }),
]

const MULTIPLE = [
  multi('with keys', { user: { key: 'a' }, org: { key: 'b', name: 'B' } }),
  multi('with numbers as keys', { user: { key: 1 }, org: { key: 2 } }),
  multi('with one number as key', { user: { key: 1 }, org: { key: 'b' } }),
  multi('with an empty key', { user: { key: '' }, org: { key: 'b' } }),
  multi('without a key', { user: {}, org: { key: 'b' } }),
  multi('of which one is anonymous', { user: { anonymous: true }, org: { key: 'b' } }),
  multi('with null as key', { user: { key: null }, org: { key: 'b' } }),
  multi('with colons and percents in keys', { user: { key: 'a:b' }, org: { key: 'c%d' } }),
  multi('of which one is anonymous, with an empty key', { user: { anonymous: true, key: '' }, org: { key: 'b' } }),
  multi('of which one is anonymous, with null as key', { user: { anonymous: true, key: null }, org: { key: 'b' } }),
  multi('of which one has 1 as anonymous', { user: { key: 'a', anonymous: 1 }, org: { key: 'b' } }),
  multi('with numbers as attributes', { user: { key: 'a', name: 5, seats: 3 }, org: { key: 'b' } }),
  multi('with null as attribute', { user: { key: 'a', plan: null }, org: { key: 'b' } }),
  multi('with private attributes', {
    user: { key: 'a', plan: 'x', _meta: { privateAttributes: ['plan'] } },
    org: { key: 'b' },
  }),
  multi('with one kind', { org: { key: 'b', name: 'B' } }),
  multi('with no kind', {}),
  multi('with null as kind', { user: { key: 'a' }, org: null }),
  multi('with a text as kind', { user: { key: 'a' }, org: 'b' }),
  multi('with a list as kind', { user: { key: 'a' }, org: [] }),
  multi('with a kind of an invalid name', { user: { key: 'a' }, 'my org': { key: 'b' } }),
  multi('with a kind "multi"', { user: { key: 'a' }, multi: { key: 'b' } }),
]

const OTHERS: readonly VendorContext[] = [
  { title: 'null', context: null },
  { title: 'undefined', context: undefined },
  { title: 'an empty object', context: {} },
  { title: 'an empty list', context: [] },
  { title: 'a text', context: 'a' },
  { title: 'a number', context: 42 },
  { title: 'true', context: true },
  { title: 'a BigInt', context: 42n },
  { title: 'a function', context: () => {} },
  { title: 'a date', context: new Date(0) },
]

export const VENDOR_CONTEXTS: readonly VendorContext[] = [...USERS, ...KINDS, ...MULTIPLE, ...OTHERS]
