import { fieldsOf, isRecord, isShallow, parseJson, parseRecord, readProperty } from '../core/lib/json.ts'
import type { Person } from '../core/model/identity.ts'

/** Fields that are read as strings: the service may send an id as a number. */
const TEXT_FIELDS = [
  'unique_identity',
  'user_id',
  'company_id',
  'company_name',
  'user_name',
  'email_address',
  'user_hash',
]

/** The impersonator when who-am-i gives no address: an impersonation must never be taken for the person's own visit. */
const UNKNOWN_IMPERSONATOR = 'unknown impersonator'
type Fields = Readonly<Record<string, unknown>>

/** The usual spellings of a boolean, and of null. The group has those of `true`. */
const BOOLEAN = /^(?:(true|t|yes|y|on|1)|false|f|no?|off|0|null|none|nil|undefined|)$/i

/** The longest answer of who-am-i. A longer one is not an identity. */
const MAX_CHARACTERS = 1_000_000
/** Receives a sentence that can be logged: it names fields, and contains no values, which may be personal data. */
export type Report = (message: string) => void

/** The answer of who-am-i; `undefined` when the body is something else, or is nested too deeply. */
export function readPerson(body: string, report?: Report): Person | undefined {
  if (body.length > MAX_CHARACTERS) return undefined
  const answer = parseRecord(parseJson(body) ? withExactIntegers(body) : '')
  return isShallow(answer) ? personOf(answer, report) : undefined
}

/** A string in valid JSON, whose digits are no number, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Quotes integers that JavaScript would round to the id of another user. */
const withExactIntegers = (json: string) =>
  json.replace(STRING_OR_NUMBER, (found) =>
    /^-?\d+$/.test(found) && !Number.isSafeInteger(+found) ? `"${found}"` : found,
  )

/**
 * The person as plain JSON that cannot be changed. Each field is read once. A field that is null counts as absent. Throws when the
 * answer as a whole cannot be read.
 */
export function personOf(answer: unknown, report: Report = () => {}): Person | undefined {
  if (!isRecord(answer)) return undefined
  const unreadable = new Set<string>()
  // Without a prototype: a field may be called `__proto__`.
  const fields: Record<string, unknown> = Object.create(null)
  for (const field of fieldsOf(answer)) {
    fields[field] = readProperty(answer, field, () => unreadable.add(field))
  }
  makeTexts(fields, TEXT_FIELDS, (field) => unreadable.add(field))
  fields['mimic_user'] = impersonatorIn(fields, unreadable)
  // It belongs to the impersonator: neither rules for flags nor vendors may take it for the address of the user.
  if (fields['email_address'] === fields['mimic_user']) fields['email_address'] = undefined
  if (!fields['unique_identity']) return undefined
  if (unreadable.size > 0) report(`A person has unreadable fields: ${[...unreadable].join(', ')} (T148)`)
  return Object.freeze(Object.fromEntries(Object.entries(fields).filter(([, value]) => isPresent(value)))) as Person
}

/** Makes texts of these fields. `onLoss` is called with the name of each one that is none. */
export function makeTexts(fields: Record<string, unknown>, names: readonly string[], onLoss: (name: string) => void) {
  for (const field of names) {
    const text = textOf(fields[field])
    if (!text && (fields[field] ?? '') !== '') onLoss(field)
    fields[field] = text
  }
}

const isPresent = (value: unknown) => (value ?? undefined) !== undefined

/**
 * The impersonator; `undefined` when there is none. `mimic_user` is the impersonator's address or name, an object with fields of
 * a person, or a boolean. The specification's identity has one address, `email_address`: beside `true` that is the impersonator's.
 */
function impersonatorIn(answer: Fields, unreadable: Set<string>): string | undefined {
  const marker = answer['mimic_user'] ?? (unreadable.has('mimic_user') ? {} : '')
  const boolean = typeof marker === 'object' ? null : BOOLEAN.exec(String(marker).trim())
  if (boolean && !boolean[1]) return undefined
  const names = boolean
    ? [answer['email_address']]
    : typeof marker === 'string'
      ? [marker]
      : ['email_address', 'user_name', 'unique_identity'].map((field) => (marker as Fields)[field])
  // The person is remembered and read again: a name that spells a boolean would then be one.
  const name = names.map(textOf).find((text) => text && !BOOLEAN.test(text.trim()))
  if (!name && !boolean) unreadable.add('mimic_user')
  return name ?? UNKNOWN_IMPERSONATOR
}

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
