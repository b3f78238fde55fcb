import { parseRecord } from '../core/lib/parseRecord.ts'
import type { Person } from '../core/model/identity.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { personOf } from './readPerson.ts'

/** One entry for the browser: whoever was found out last. */
const KEY = 'identity'

/** Where who-am-i was asked, and when, in milliseconds since 1970. */
export interface Asked {
  readonly url: string
  readonly at: number
}

/** The last answer of who-am-i, for the next page that asks with the same token. */
export interface IdentityCache {
  /** Only what was asked there, and then or later. */
  get(credential: string, asked: Asked): Person | undefined
  set(credential: string, person: Person, asked: Asked): void
  clear(): void
}

export function createIdentityCache(storage: KeyValueStorage): IdentityCache {
  return {
    get(credential, asked) {
      const entry = parseRecord(storage.get(KEY))
      if (entry['credential'] !== credential) return undefined
      if (entry['url'] !== asked.url || !(Number(entry['at']) >= asked.at)) return undefined
      return personOf(entry['person'])
    },
    set: (credential, person, asked) => void storage.set(KEY, JSON.stringify({ credential, person, ...asked })),
    clear: () => storage.remove(KEY),
  }
}
