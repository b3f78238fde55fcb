import { hashText } from '../core/lib/hashText.ts'
import type { Platform } from '../core/ports/platform.ts'

const SALT = 'salt'

/**
 * What stands for a token where the token must not be: the same on each page of this browser, another one in any other
 * browser. Where storage keeps nothing it is the same for as long as the page lives.
 */
export function credentials({ storage, random }: Pick<Platform, 'storage' | 'random'>): (token: string) => string {
  let salt: string | undefined
  return (token) => {
    salt = storage.get(SALT) ?? salt ?? random.uuid()
    storage.set(SALT, salt)
    return hashText(salt + token, 0) + hashText(salt + token, 1)
  }
}
