import { isRecord } from './parseJson.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The largest distance from 1970 in milliseconds that a Date can represent. */
const END_OF_TIME = 8.64e15

/** The longest text by which a store finds events, in characters: an index of PostgreSQL takes 2,704 bytes. */
const MAX_KEY_LENGTH = 512

export const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH

/** Says why an event cannot be stored, as the rest of a sentence that begins with `Event 5`. */
export function eventProblem(event: unknown): string | undefined {
  if (!isRecord(event)) return 'is not an object'
  const { id, name, at, url, properties, identity } = event
  if (typeof id !== 'string' || !UUID.test(id)) return 'needs an "id", a UUID'
  if (typeof name !== 'string' || name === '') return 'needs a "name"'
  if (!(typeof at === 'number' && Math.abs(at) <= END_OF_TIME))
    return 'needs "at", a valid time in milliseconds since 1970'
  if (typeof url !== 'string') return 'needs a "url"'
  if (!isRecord(properties)) return 'needs "properties", an object'
  if (!isRecord(identity)) return 'needs an "identity", an object'
  if (typeof event['moment'] === 'number') return 'references a "moment" that is not in "moments"'
  if (event['flagSet'] !== undefined) return 'references a "flagSet" that is not in "flagSets"'
  return identityProblem(identity)
}

/** Whoever is in an event must be found when their data are deleted. */
function identityProblem(identity: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of ['id', 'visitor', 'impersonator'])
    if (identity[field] !== undefined && !isKey(identity[field]))
      return `has an "identity" whose "${field}" is not a text of 1 to ${MAX_KEY_LENGTH} characters`
  const { accounts = {} } = identity
  const isAccount = (account: unknown) => isRecord(account) && isKey(account['key'])
  if (!isRecord(accounts) || !Object.keys(accounts).every(isKey) || !Object.values(accounts).every(isAccount))
    return `has an "identity" whose "accounts" are not objects by kind, each with a "key" of 1 to ${MAX_KEY_LENGTH} characters`
  return undefined
}
