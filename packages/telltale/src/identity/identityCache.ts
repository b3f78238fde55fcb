import { parseRecord } from '../core/lib/json.ts'
import { withoutSecrets, type Person } from '../core/model/identity.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import type { Credentials } from './credentials.ts'
import { personOf } from './readPerson.ts'

/** One entry for the browser: the person of the last answer. */
const KEY = 'identity'

/** The URL of who-am-i, and the time of the question, in milliseconds since 1970. */
export interface WhoAmIRequest {
  readonly url: string
  readonly at: number
}

/**
 * The last answer of who-am-i, for the next page that asks with the same token. Any script of the origin can read it, so it has
 * no secrets. `user_hash` is kept, so that tabs that ask together can share one answer: it proves the identity to the messenger
 * alone.
 */
export interface IdentityCache {
  /** The answer for this token, if the question was sent to this URL, at this time or later. */
  get(token: string, asked: WhoAmIRequest): Person | undefined
  set(token: string, person: Person, asked: WhoAmIRequest): void
  clear(): void
}

export function createIdentityCache(storage: KeyValueStorage, credentials: Credentials): IdentityCache {
  return {
    get(token, asked) {
      const entry = parseRecord(storage.get(KEY))
      if (!credentials.match(String(entry['credential']), token)) return undefined
      if (entry['url'] !== asked.url || !(Number(entry['at']) >= asked.at)) return undefined
      return personOf(entry['person'])
    },
    set(token, person, { url, at }) {
      const kept = JSON.stringify(person, withoutSecrets)
      const isWhole = kept === JSON.stringify(person)
      const credential = credentials.of(token)
      // A tab that waits for this answer needs all of it: it asks itself when something is missing.
      const entry = { credential, person: JSON.parse(kept), url, at: isWhole ? at : 0 }
      // An older answer must not outlive one that finds no room.
      if (!storage.set(KEY, JSON.stringify(entry))) storage.remove(KEY)
    },
    clear: () => storage.remove(KEY),
  }
}
