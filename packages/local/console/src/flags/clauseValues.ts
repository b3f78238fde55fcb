import type { Json } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'

/** What a clause compares with: the flag service tells `1042` from `"1042"`. */
export type ValueType = 'text' | 'number' | 'truth'

const OF_NUMBERS = new Set(['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'])

/** Of which type the values of a clause are: as the operator wants them, as they are already, or as people have the attribute. */
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

/** What was typed as a value; text where it is none of the type that was expected, which the services then remark on. */
export function readValue(typed: string, type: ValueType): Json {
  if (type === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed))) return Number(typed)
  if (type === 'truth' && (typed === 'true' || typed === 'false')) return typed === 'true'
  return typed
}

/** Attributes that rules can ask for: those that people have. */
export function attributesOf(users: readonly LocalUser[]): readonly string[] {
  return [...new Set(['key', ...users.flatMap(({ identity }) => Object.keys(identity))])].sort()
}

/** What people have in an attribute, for suggestions. Bounded. */
export function samplesOf(users: readonly LocalUser[], attribute: string): readonly string[] {
  const values = users.map(({ identity }) => (attribute === 'key' ? identity.unique_identity : identity[attribute]))
  const simple = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
  return [...new Set(simple)].slice(0, MAX_SAMPLES)
}

const MAX_SAMPLES = 50
