import type { Json } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'

/** The type of a value: the flag service distinguishes `1042` from `"1042"`. */
export type ValueType = 'text' | 'number' | 'truth'

const OF_NUMBERS = new Set(['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'])

/**
 * The type of a clause's values: the one that the operator requires, the one of the existing values, or the one that people
 * have in the attribute.
 */
export function valueType(
  clause: { readonly attribute: string; readonly op: string; readonly values: readonly Json[] },
  users: readonly LocalUser[],
): ValueType {
  if (OF_NUMBERS.has(clause.op)) return 'number'
  const sample =
    clause.values[0] ??
    users.find(({ identity }) => identity[clause.attribute] !== undefined)?.identity[clause.attribute]
  return typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'truth' : 'text'
}

/** Parses a typed value. It stays a string if it does not have the expected type, which the services then report. */
export function readValue(typed: string, type: ValueType): Json {
  if (type === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed))) return Number(typed)
  if (type === 'truth' && (typed === 'true' || typed === 'false')) return typed === 'true'
  return typed
}

/** Attributes for rules: those that people have. */
export function attributesOf(users: readonly LocalUser[]): readonly string[] {
  return [...new Set(['key', ...users.flatMap(({ identity }) => Object.keys(identity))])].sort()
}

/** The values that people have in an attribute, for suggestions. Bounded. */
export function samplesOf(users: readonly LocalUser[], attribute: string): readonly string[] {
  const values = users.map(({ identity }) => (attribute === 'key' ? identity.unique_identity : identity[attribute]))
  const simple = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
  return [...new Set(simple)].slice(0, MAX_SAMPLES)
}

const MAX_SAMPLES = 50
