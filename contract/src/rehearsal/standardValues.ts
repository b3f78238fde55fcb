import type { ValueType } from '../protocol/command.ts'

/** Each type of JSON, and each value that could be mistaken for a missing one. The vendor's harness uses the same values. */
export const STANDARD_VALUES = [
  ...[false, true, -1000, 0, 1000, -1000.5, 1000.5],
  ...['', 'abc', 'has "escaped" characters'],
  ...[[], ['a', 'b'], {}, { a: 1 }],
] as const

/** For each type: the value of a flag, and the default that an evaluation passes. */
export const TYPED_VALUES: readonly [ValueType, value: unknown, defaultValue: unknown][] = [
  ['bool', true, false],
  ['int', 7, -1],
  ['double', 0.25, 0.5],
  ['string', 'a', 'x'],
  ['any', { a: [1, null] }, false],
]
