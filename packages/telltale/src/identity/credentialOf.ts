import { hashText } from '../core/lib/hashText.ts'
import { uuidV4 } from '../core/lib/uuid.ts'
import type { Platform } from '../core/ports/platform.ts'

const SALT = 'salt'

/**
 * What stands for a token where the token must not be: the same on each page of this browser, another one in any other
 * browser.
 */
export function credentialOf(token: string, { storage, random }: Pick<Platform, 'storage' | 'random'>): string {
  const salt = storage.get(SALT) ?? uuidV4(random.bytes(16))
  storage.set(SALT, salt)
  return hashText(salt + token, 0) + hashText(salt + token, 1)
}
