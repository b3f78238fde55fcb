import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { Person } from '../core/model/identity.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { personOf } from './readPerson.ts'

/** One entry for the browser: whoever was found out last. */
const KEY = 'identity'

/** The last answer of who-am-i, for the next page that asks with the same token. */
export interface IdentityCache {
  get(credential: string): Person | undefined
  set(credential: string, person: Person): void
  clear(): void
}

export function createIdentityCache(storage: KeyValueStorage): IdentityCache {
  return {
    get(credential) {
      const entry = parseJson(storage.get(KEY) ?? '')
      return isRecord(entry) && entry['credential'] === credential ? personOf(entry['person']) : undefined
    },
    set: (credential, person) => void storage.set(KEY, JSON.stringify({ credential, person })),
    clear: () => storage.remove(KEY),
  }
}
