/** Values that JavaScript callers and servers give, and that a library must survive. Each table is a kind. */

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
