import { parseRecord, writeJson } from '../core/lib/json.ts'
import { withoutSecrets, type Person } from '../core/model/identity.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import type { TokenDigests } from '../core/tokenDigests.ts'
import { personOf } from './readPerson.ts'

/** One entry for the browser: the person of the last answer. */
const KEY = 'identity'

/**
 * The last answer of who-am-i, for the next page that asks with the same token. Any script of the origin can read it, so it has
 * no secrets. `user_hash` is kept, so that the next answer changes nothing if the person is the same: it proves the identity to the
 * messenger alone.
 */
export interface IdentityCache {
  /** The answer for this token, if it came from this URL. */
  get(token: string, url: string): Person | undefined
  set(token: string, person: Person, url: string): void
  clear(): void
}

export function createIdentityCache(storage: KeyValueStorage, tokenDigests: TokenDigests): IdentityCache {
  return {
    get(token, url) {
      const entry = parseRecord(storage.get(KEY))
      const { of, person } = entry
      const isMeant = entry['url'] === url && typeof of === 'string' && tokenDigests.match(of, token)
      return isMeant ? personOf(person) : undefined
    },
    set(token, person, url) {
      const entry = writeJson({ of: tokenDigests.of(token), person, url }, withoutSecrets)
      // An older answer must not outlive one that finds no room.
      if (!storage.set(KEY, entry)) storage.remove(KEY)
    },
    clear: () => storage.remove(KEY),
  }
}
