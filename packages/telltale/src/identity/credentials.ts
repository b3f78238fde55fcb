import { hashText } from '../core/lib/hashText.ts'
import type { Platform } from '../core/ports/platform.ts'

const SALT = 'salt'
const SEPARATOR = ':'

/** Makes and recognises credentials: what stands for a token wherever the token itself must not be stored. */
export interface Credentials {
  /** A salted digest of the token. */
  of(token: string): string
  /** Whether the credential was made from this token, on this page or on any other. */
  match(credential: string, token: string): boolean
}

/**
 * A credential contains its own salt, so that an event stored with it can be matched on a later page whatever else that page
 * finds in storage. The pages of a browser share one salt where storage allows: the same token then has the same credential
 * in each tab, and the tabs can ask who-am-i in turn.
 */
export function createCredentials({ storage, random }: Pick<Platform, 'storage' | 'random'>): Credentials {
  let salt: string | undefined

  function ownSalt(): string {
    if (salt === undefined) {
      salt = storage.get(SALT) ?? random.uuid()
      storage.set(SALT, salt)
    }
    return salt
  }

  return {
    of: (token) => digest(ownSalt(), token),
    match: (credential, token) => credential === digest(credential.slice(0, credential.indexOf(SEPARATOR)), token),
  }
}

const digest = (salt: string, token: string) => salt + SEPARATOR + hashText(salt + token, 0) + hashText(salt + token, 1)
