import { hashText } from './lib/hashText.ts'
import type { Platform } from './ports/platform.ts'

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
    const stored = storage.get(SALT)
    // Another page may have made one in the same moment. The one that the browser has counts for all of them.
    if (stored) return (salt = stored)
    salt ??= random.uuid()
    storage.set(SALT, salt)
    return salt
  }

  return {
    of: (token) => digest(ownSalt(), token),
    match: (tokenDigest, token) =>
      tokenDigest === digest(tokenDigest.slice(0, tokenDigest.lastIndexOf(SEPARATOR)), token),
  }
}

const digest = (salt: string, token: string) => salt + SEPARATOR + hashText(salt + token, 0) + hashText(salt + token, 1)
