import { isRecord } from '../json/isRecord.ts'
import { invalid, parseJson, type Parsed } from '../json/parseJson.ts'

/** A user who can sign in: the token and the answer of who-am-i. */
export interface LocalUser {
  readonly token: string
  /** The only promotion level at which the token is valid. Every level if absent. */
  readonly level?: string
  /** The answer of who-am-i under its own field names. */
  readonly identity: { readonly unique_identity: string; readonly [field: string]: unknown }
}

export function readUsersFile(text: string): Parsed<readonly LocalUser[]> {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return json
  if (!Array.isArray(json.value)) return invalid('It must be a list of users: [{ "token": "…", "identity": { … } }].')
  const problems: string[] = []
  const tokens = new Set<unknown>()
  for (const [index, user] of json.value.entries()) {
    if (!isLocalUser(user)) problems.push(`User ${index} needs a "token" and an "identity" with a "unique_identity".`)
    else if (tokens.has(user.token)) problems.push(`User ${index} has the same token as an earlier user.`)
    else tokens.add(user.token)
  }
  return problems.length > 0 ? invalid(...problems) : { outcome: 'ok', value: json.value }
}

function isLocalUser(value: unknown): value is LocalUser {
  if (!isRecord(value) || !isRecord(value['identity'])) return false
  const { token, level, identity } = value
  const id = identity['unique_identity']
  return isText(token) && isText(id) && (level === undefined || isText(level))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
