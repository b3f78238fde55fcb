const DEPTH = 50
const MANY = 10_000
const EMAIL = 'anna@example.com'

/** Values of an event that nobody would send: short texts, numbers, and objects of strange shapes. */
export function hostileObjects() {
  return [
    ...texts().map(([name, value]) => ({ name, value })),
    ...numbers().map((value) => ({ name: `the number ${Object.is(value, -0) ? '-0' : value}`, value: { value } })),
    { name: 'an object of depth 50 with a secret at its end', value: nested((inner) => ({ inner })) },
    { name: 'an array of depth 50 with a secret at its end', value: nested((inner) => [inner]) },
    { name: 'JSON of depth 50 in a text', value: JSON.stringify(nested((inner) => ({ inner }))) },
    { name: 'JSON in JSON, ten times', value: nested((inner) => JSON.stringify({ inner }), 10) },
    { name: 'a percent encoding of depth 10', value: nested((inner) => encodeURIComponent(String(inner)), 10) },
    {
      name: 'an array of 10,000 addresses of mail',
      value: Array.from({ length: MANY }, (_, index) => `${index}${EMAIL}`),
    },
    { name: 'an array of 10,000 numbers', value: Array.from({ length: MANY }, (_, index) => index) },
    { name: 'an array of 10,000 empty objects', value: Array.from({ length: MANY }, () => ({})) },
    {
      name: 'an object of 10,000 keys that become equal when they are redacted',
      value: Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`${index}${EMAIL}`, index])),
    },
    { name: 'an object with the key __proto__', value: JSON.parse(`{"__proto__":{"email":"${EMAIL}"},"a":1}`) },
    { name: 'keys __proto__ at each depth', value: JSON.parse('{"__proto__":{"__proto__":{"__proto__":null}}}') },
    { name: 'a text with the key __proto__', value: `{"__proto__":{"password":"Tiger2024!"}}` },
    { name: 'the key constructor', value: { constructor: { prototype: { email: EMAIL } } } },
    {
      name: 'keys of every object',
      value: { hasOwnProperty: 1, toString: EMAIL, valueOf: null, __defineGetter__: EMAIL },
    },
    { name: 'the key toJSON', value: { toJSON: EMAIL } },
    { name: 'the key then', value: JSON.parse(`{"then":"${EMAIL}"}`) },
    { name: 'the key length', value: { length: 4_294_967_295, 0: EMAIL } },
    { name: 'an object without a prototype', value: Object.assign(Object.create(null), { email: EMAIL }) },
    { name: 'an object that is frozen', value: Object.freeze({ email: EMAIL, list: Object.freeze([EMAIL]) }) },
    { name: 'an address of mail as a key', value: { [EMAIL]: 1 } },
    { name: 'two keys that become equal when they are redacted', value: { [EMAIL]: 1, 'ben@example.com': 2 } },
    { name: 'a key that is what another becomes', value: { '[redacted]': 1, [EMAIL]: 2, '': 3 } },
    { name: 'an empty key', value: { '': EMAIL } },
    { name: 'a key of 100 kB', value: { ['k'.repeat(100_000)]: EMAIL } },
    { name: 'one object at two places', value: twice({ email: EMAIL }) },
    { name: 'nothing in an array', value: [null, false, '', [], {}] },
    { name: 'null', value: null },
  ]
}

/** @returns {[name: string, value: string][]} */
function texts() {
  return [
    ['an empty text', ''],
    ['one lone surrogate', '\uD83D'],
    ['a lone surrogate in an address of mail', 'an\uD800na@example.com'],
    ['surrogates in the wrong order', '\uDE00\uD83D'],
    ['percent encodings that are cut off', 'a%40example.com%4'],
    ['a percent encoding of a lone surrogate', '%ED%A0%80'],
    ['a percent encoding that is longer than it may be', '%C0%AE%C0%AE/anna%C1%80example.com'],
    ['a percent sign at the end', '100%'],
    ['percent encodings of old browsers', '%u0061nna%u0040example.com'],
    ['patterns of a replacement', "$& $1 $$ $` $' anna@example.com $<name>"],
    ['JSON that is cut off', '{"password":"Tiger20'],
    ['JSON with a lone surrogate', '{"a":"\\ud800","email":"anna@example.com"}'],
    ['JSON that is a number', '4111111111111111'],
    ['JSON with two equal keys', '{"password":"","password":"Tiger2024!"}'],
    ['an address without an end', 'https://'],
    ['an address with a port that is too high', 'https://anna:Tiger2024@example.com:99999/'],
    ['an address with spaces', 'https://exa mple.com/share/ ?token= x'],
    ['a mark of the order of bytes', '\uFEFF{"password":"Tiger2024!"}'],
  ]
}

/** Numbers that JSON holds. Some have the digits of a card or of a telephone number. */
function numbers() {
  return [
    1e21,
    -0,
    4_111_111_111_111_111,
    -4_111_111_111_111_111,
    5e-324,
    Number.MAX_VALUE,
    2 ** 53,
    0.1 + 0.2,
    4_915_228_817_386,
  ]
}

/** @param {(inner: unknown) => unknown} wrap @param {number} [depth] */
function nested(wrap, depth = DEPTH) {
  /** @type {unknown} */
  let value = EMAIL
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

/** @param {object} part */
function twice(part) {
  return { first: part, second: part, list: [part, part] }
}
