import { parseRecord, writeJson } from '../core/lib/json.ts'
import { hashText } from '../core/lib/hashText.ts'
import { withoutSecrets, type Person } from '../core/model/identity.ts'
import type { Platform, KeyValueStorage } from '../core/ports/platform.ts'
import { personOf } from './readPerson.ts'

const SALT = 'salt'
const SEPARATOR = ':'

/** Creates and recognises digests of tokens, which stand for a token where the token itself must not be stored. */
export interface TokenDigests {
  /** A salted digest of the token. */
  of(token: string): string
  /** Whether the digest was made from this token, on this page or on any other. */
  match(tokenDigest: string, token: string): boolean
}

/**
 * A token digest contains its own salt, so that an event stored with it can be matched on a later page, even if that page has
 * another salt in storage. The pages of a browser share one salt where storage allows: the same token then has the same digest
 * in each tab.
 */
export function createTokenDigests({ storage, random }: Pick<Platform, 'storage' | 'random'>): TokenDigests {
  let salt: string | undefined

  function ownSalt(): string {
    if (!salt) {
      salt = storage.get(SALT) ?? random.uuid()
      storage.set(SALT, salt)
    }
    return salt
  }

  return {
    of: (token) => digest(ownSalt(), token),
    match: (tokenDigest, token) =>
      tokenDigest === digest(tokenDigest.slice(0, tokenDigest.lastIndexOf(SEPARATOR)), token),
  }
}

const digest = (salt: string, token: string) => salt + SEPARATOR + hashText(salt + token, 0) + hashText(salt + token, 1)

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
