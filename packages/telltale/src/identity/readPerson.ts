import { isRecord, parseJson, parseRecord } from '../core/lib/json.ts'
import type { Person } from '../core/model/identity.ts'

/** Fields that are read as strings: the service may send an id as a number. */
const TEXT_FIELDS = ['user_id', 'company_id', 'company_name', 'user_name', 'email_address', 'user_hash']

/** The impersonator when who-am-i gives no address: an impersonation must never be taken for the person's own visit. */
const UNKNOWN_IMPERSONATOR = 'unknown impersonator'

/** The longest answer of who-am-i. A longer one is not an identity. */
const MAX_CHARACTERS = 1_000_000
/** The deepest nesting in an answer of who-am-i. A deeper one is not an identity. */
const MAX_LEVELS = 100

/** The answer of who-am-i; `undefined` when the body is something else. */
export const readPerson = (body = ''): Person | undefined =>
  body.length > MAX_CHARACTERS ? undefined : personOf(parseRecord(parseJson(body) ? withExactIntegers(body) : ''))

/** A string in valid JSON, whose digits are no number, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Quotes integers that JavaScript would round to the id of another user. */
const withExactIntegers = (json: string) =>
  json.replace(STRING_OR_NUMBER, (found) =>
    /^-?\d+$/.test(found) && !Number.isSafeInteger(+found) ? `"${found}"` : found,
  )

/** A field that is null counts as absent. */
export function personOf(answer: unknown): Person | undefined {
  if (!isRecord(answer) || !isWithin(MAX_LEVELS, answer)) return undefined
  const id = textOf(answer['unique_identity'])
  if (!id) return undefined

  const fields = Object.entries(answer).flatMap(([field, value]): [string, unknown][] => {
    if (field === 'mimic_user') return value ? [[field, impersonatorIn(value, answer)]] : []
    if (!TEXT_FIELDS.includes(field)) return value === null ? [] : [[field, value]]
    const text = textOf(value)
    return text === undefined ? [] : [[field, text]]
  })
  return { ...Object.fromEntries(fields), unique_identity: id }
}

/**
 * `mimic_user` is the impersonator's address, or `true`. The specification's identity has one address, `email_address`: beside
 * `true` that is the impersonator's.
 */
const impersonatorIn = (marker: unknown, { email_address }: Readonly<Record<string, unknown>>): string =>
  textOf(marker === true ? email_address : marker) ?? UNKNOWN_IMPERSONATOR

/** Code that follows a value recursively, the browser's `JSON.stringify` included, must not run out of stack. */
const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(levels - 1, inner)))

/** A number that is not a safe integer is no id: another one may have been rounded to it. */
function textOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface Description {
  name: string
  displayIdentity: string
  impersonator?: string
}

/**
 * The identity in readable form. `mimic_user` is the e-mail address of the impersonator. The person's own address is never part
 * of it, because vendors get it too.
 */
export function describePerson(person: Person): Description {
  const { user_name, unique_identity, mimic_user: impersonator } = person
  const name = user_name ?? unique_identity
  return impersonator
    ? { name, displayIdentity: `${impersonator} as ${name}`, impersonator }
    : { name, displayIdentity: name }
}
