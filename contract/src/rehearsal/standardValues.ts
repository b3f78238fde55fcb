import type { ValueType } from '../protocol/command.ts'

/** Each type of JSON, and each value that could be taken for nothing: those that the vendor's harness goes through. */
export const STANDARD_VALUES = [
  false,
  true,
  -1000,
  0,
  1000,
  -1000.5,
  1000.5,
  '',
  'abc',
  'has "escaped" characters',
  [],
  ['a', 'b'],
  {},
  { a: 1 },
] as const

/** What a flag of each type has for a value, and what is asked for as the default. */
export const TYPED_VALUES: readonly [ValueType, value: unknown, fallback: unknown][] = [
  ['bool', true, false],
  ['int', 7, -1],
  ['double', 0.25, 0.5],
  ['string', 'a', 'x'],
  ['any', { a: [1, null] }, false],
]
