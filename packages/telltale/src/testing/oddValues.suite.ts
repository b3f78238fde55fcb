/** Values that JavaScript callers and servers give, and that a library must survive. Each table is a kind. */

/** An object whose every access throws. */
export function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const thrower = () => {
  throw new Error('a getter of the application')
}

/** An object of which one field throws when it is read. */
export const withThrowingGetter = (field: string, others: object = {}): Record<string, unknown> =>
  Object.defineProperty({ ...others }, field, { enumerable: true, get: thrower })

/** An object that contains itself. */
function cycle(): object {
  const user: Record<string, unknown> = { role: 'clerk' }
  user['app'] = { users: [user] }
  return user
}

/** An object that is nested this deep. */
const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { inner: value }
  return value
}

/** An instance of a class that shows none of its fields. */
export class PrivateOnly {
  readonly #id = 1
  isSame(other: PrivateOnly) {
    return this.#id === other.#id
  }
}

/** Instances of classes whose fields are getters, of which JSON has none. */
class WithKey {
  get key() {
    return 'acme'
  }
}
export class WithGetters extends WithKey {
  readonly tier = 'gold'
  readonly #name = 'Acme'
  get name() {
    return this.#name
  }
  rename() {}
}

/** Values that JSON cannot hold, or would change without a word. */
export const UNREADABLE: readonly (readonly [title: string, make: () => unknown])[] = [
  ['a big integer', () => 5n],
  ['a function', () => () => {}],
  ['a symbol', () => Symbol('tenant')],
  ['NaN', () => Number.NaN],
  ['an infinite number', () => -Infinity],
  ['an invalid date', () => new Date(Number.NaN)],
  ['a map', () => new Map([['a', 1]])],
  ['a set', () => new Set([1])],
  ['an error', () => new Error('no')],
  ['a regular expression', () => /a/],
  ['a promise', () => Promise.resolve(1)],
  ['an instance that has private fields only', () => new PrivateOnly()],
  ['a proxy that was revoked', revokedProxy],
  ['an object with a getter that throws', () => withThrowingGetter('deep')],
  ['an object whose toJSON throws', () => ({ toJSON: thrower })],
  ['an object in a cycle', cycle],
  ['5,000 levels', () => nested(5_000)],
  ['100,000 levels', () => nested(100_000)],
]

/** Values of the kind for which `JSON.stringify` throws, or code that follows them would. */
export const NO_JSON = UNREADABLE.filter(([title]) => /proxy|throws|cycle|levels|big integer/.test(title))

/** The same values, each in the places where a value can stand. */
export const UNREADABLE_PLACES: readonly (readonly [title: string, make: () => unknown])[] = UNREADABLE.flatMap(
  ([title, make]) => [
    [title, make],
    [`${title}, in an object`, () => ({ role: { of: make() } })],
    [`${title}, in a list`, () => [1, make()]],
  ],
)

/** Lists that JSON would fill with null. */
export const LISTS_WITH_GAPS: readonly (readonly [title: string, make: () => unknown])[] = [
  ['a list with a hole', () => Object.assign([1], { 2: 3 })],
  ['a list with undefined', () => [1, undefined]],
  ['a list with a hole, in an object', () => ({ roles: Object.assign([1], { 2: 3 }) })],
]

const SAME = [1]

/** Values that JSON can hold, some in another form, with that form. */
export const READABLE: readonly (readonly [title: string, value: unknown, json: unknown])[] = [
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['an object with toJSON', { toJSON: () => ({ id: 1 }) }, { id: 1 }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['an object with an undefined property', { a: 1, b: undefined }, { a: 1 }],
  ['an empty object', {}, {}],
  ['an empty list', [], []],
  ['the same list twice', { a: SAME, b: SAME }, { a: [1], b: [1] }],
  ['a proxy', new Proxy({ a: [1] }, {}), { a: [1] }],
  ['false', false, false],
  ['zero', 0, 0],
  ['an empty text', '', ''],
]

/** Names that objects of the language have. */
export const NAMES_OF_THE_LANGUAGE = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
] as const

/** Numbers that are no ids: another number may have been rounded to them. */
export const NO_IDS: readonly number[] = [
  9007199254740992,
  -9007199254740992,
  1e21,
  1.5,
  -0,
  Number.NaN,
  Infinity,
  Number.MIN_VALUE,
]

/** Integers in JSON that JavaScript rounds. */
export const LONG_INTEGERS = [
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551615',
  '1234567890123456789012345678901234567890',
] as const

/** Spellings of a value that is not there, and of a false one. */
export const FALSE_SPELLINGS: readonly unknown[] = [
  ...[false, 0, null, undefined, '', ' ', '\t\n', 'null', 'none', 'nil', 'undefined'],
  ...['false', 'False', 'FALSE', ' false ', '0', 'no', 'No', 'NO', 'n', 'N', 'off', 'Off', 'f', 'F'],
]

/** Spellings of a true value. */
export const TRUE_SPELLINGS: readonly unknown[] = [
  ...[true, 1, 'true', 'True', 'TRUE', ' true ', '1', 'yes', 'Yes', 'YES', 'y', 'Y', 'on', 'On', 'ON', 't', 'T'],
]
