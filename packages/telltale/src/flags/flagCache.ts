import { hashText } from '../core/lib/hashText.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { Context } from '../core/model/context.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { keysOf } from './contextKinds.ts'
import { readFlags, type WireFlags } from './readFlag.ts'

/** The contexts whose flags are kept, the latest first, and the characters of all of them together. */
const MAX_CONTEXTS = 5
const MAX_CHARACTERS = 1_000_000

const PREFIX = 'flags:'
/** The names of the entries, the latest first. */
const INDEX = 'flag-index'

export interface CachedFlags {
  flags: WireFlags
  /** Present when the flags are those of this very context, attribute by attribute. */
  etag?: string | undefined
}

export interface FlagCache {
  read(context: Context): CachedFlags | undefined
  write(context: Context, cached: CachedFlags): void
}

/**
 * The flags of the latest visits. Entries are named by a hash of environment and keys, so that no personal data is in a name;
 * a second hash inside tells a stranger's entry, should two names ever be the same.
 */
export function createFlagCache(storage: KeyValueStorage, environment: string): FlagCache {
  function marksOf(context: Context) {
    const text = JSON.stringify([environment, Object.entries(keysOf(context)).sort()])
    return { name: PREFIX + hashText(text, 0), owner: hashText(text, 1), whole: hashText(JSON.stringify(context), 2) }
  }

  return {
    read(context) {
      const { name, owner, whole } = marksOf(context)
      const entry = parseJson(storage.get(name) ?? '')
      const flags = isRecord(entry) && entry['owner'] === owner ? readFlags(entry['flags']) : undefined
      if (!flags) return undefined
      const { etag, whole: of } = entry as { etag?: string; whole?: string }
      return { flags, etag: of === whole ? etag : undefined }
    },

    write(context, cached) {
      const { name, ...marks } = marksOf(context)
      const text = JSON.stringify({ ...marks, ...cached })
      const index = parseJson(storage.get(INDEX) ?? '')
      const kept: string[] = []
      let characters = 0
      for (const entry of new Set([name, ...(Array.isArray(index) ? index.map(String) : [])])) {
        characters += entry === name ? text.length : (storage.get(entry)?.length ?? 0)
        if (kept.length < MAX_CONTEXTS && characters <= MAX_CHARACTERS) kept.push(entry)
      }
      for (const entry of storage.keys(PREFIX)) if (!kept.includes(entry)) storage.remove(entry)
      // A full disk may have room again without the oldest.
      while (kept.includes(name) && !storage.set(name, text)) storage.remove(kept.pop() ?? '')
      storage.set(INDEX, JSON.stringify(kept))
    },
  }
}
