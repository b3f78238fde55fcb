import { isRecord, parseJson, parseRecord } from '../core/lib/json.ts'
import type { Person } from '../core/model/identity.ts'

/** Fields that are read as strings: the service may send an id as a number. */
const TEXT_FIELDS = ['user_id', 'company_id', 'company_name', 'user_name', 'email_address', 'user_hash']

/** The impersonator when who-am-i gives no address: an impersonation must never be taken for the person's own visit. */
const UNKNOWN_IMPERSONATOR = 'unknown impersonator'
type Fields = Readonly<Record<string, unknown>>

/** The usual spellings of a boolean, and of null. The group has those of `true`. */
const BOOLEAN = /^(?:(true|t|yes|y|on|1)|false|f|no?|off|0|null|none|nil|undefined|)$/i

/** The longest answer of who-am-i. A longer one is not an identity. */
const MAX_CHARACTERS = 1_000_000
/** The deepest nesting in an answer of who-am-i. A deeper one is not an identity. */
const MAX_LEVELS = 100

/** Receives a sentence that can be logged: it names fields, and contains no values, which may be personal data. */
type Report = (message: string) => void

/** The answer of who-am-i; `undefined` when the body is something else. */
export const readPerson = (body = '', report?: Report): Person | undefined =>
  body.length > MAX_CHARACTERS
    ? undefined
    : personOf(parseRecord(parseJson(body) ? withExactIntegers(body) : ''), report)

/** A string in valid JSON, whose digits are no number, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Quotes integers that JavaScript would round to the id of another user. */
const withExactIntegers = (json: string) =>
  json.replace(STRING_OR_NUMBER, (found) =>
    /^-?\d+$/.test(found) && !Number.isSafeInteger(+found) ? `"${found}"` : found,
  )

/** A field that is null counts as absent. */
export function personOf(answer: unknown, report: Report = () => {}): Person | undefined {
  if (!isRecord(answer) || !isWithin(MAX_LEVELS, answer)) return undefined
  const id = textOf(answer['unique_identity'])
  if (!id) return undefined

  const unreadable: string[] = []
  const fields = Object.entries(answer).flatMap(([field, value]): [string, unknown][] => {
    const isMarker = field === 'mimic_user'
    if (!isMarker && !TEXT_FIELDS.includes(field)) return value === null ? [] : [[field, value]]
    const text = isMarker ? impersonatorIn(value ?? '', answer, unreadable) : textOf(value)
    return text === undefined ? [] : [[field, text]]
  })
  if (unreadable[0]) report(`A person has unreadable fields: ${unreadable.join(', ')} (T148)`)
  return { ...Object.fromEntries(fields), unique_identity: id }
}

/**
 * The impersonator; `undefined` when there is none. `mimic_user` is the impersonator's address or name, an object with fields of
 * a person, or a boolean. The specification's identity has one address, `email_address`: beside `true` that is the impersonator's.
 */
function impersonatorIn(marker: unknown, answer: Fields, unreadable: string[]): string | undefined {
  const boolean = typeof marker === 'object' ? null : BOOLEAN.exec(String(marker).trim())
  if (boolean && !boolean[1]) return undefined
  const { email_address, user_name, unique_identity } = (
    boolean ? { email_address: answer['email_address'] } : marker
  ) as Fields
  const names = typeof marker === 'string' && !boolean ? [marker] : [email_address, user_name, unique_identity]
  // The person is remembered and read again: a name that spells a boolean would then be one.
  const name = names.map(textOf).find((text) => text && !BOOLEAN.test(text.trim()))
  if (!name && !boolean) unreadable.push('mimic_user')
  return name ?? UNKNOWN_IMPERSONATOR
}

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
