import { hashText } from '../core/lib/hashText.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import { parseRecord } from '../core/lib/parseRecord.ts'
import type { Context } from '../core/model/context.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { keysOf } from './contextKinds.ts'
import type { FlagSettings } from './flagSettings.ts'
import { readFlags, type WireFlags } from './readFlag.ts'

/** The characters of all kept flags together. */
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
 * The flags of the latest visits. Entries are named by two hashes of environment, keys and impersonator: no personal data is in
 * a name, and no two are ever the same. An impersonator may be targeted, so that a customer's own flags are not those that
 * support sees in the customer's name.
 */
export function createFlagCache(
  storage: KeyValueStorage,
  { clientSideId: environment, maxCachedContexts }: Pick<FlagSettings, 'clientSideId' | 'maxCachedContexts'>,
): FlagCache {
  function marksOf(context: Context) {
    const impersonator: unknown = 'mimic_user' in context ? context.mimic_user : undefined
    const text = JSON.stringify([environment, Object.entries(keysOf(context)).sort(), impersonator])
    return { name: PREFIX + hashText(text, 0) + hashText(text, 1), whole: hashText(JSON.stringify(context), 2) }
  }

  return {
    read(context) {
      const { name, whole } = marksOf(context)
      const entry = parseRecord(storage.get(name)) as Partial<CachedFlags> & { whole?: string }
      const flags = readFlags(entry.flags)
      return flags && { flags, etag: entry.whole === whole ? entry.etag : undefined }
    },

    write(context, cached) {
      const { name, whole } = marksOf(context)
      const text = JSON.stringify({ whole, ...cached })
      const index = parseJson(storage.get(INDEX) ?? '')
      const kept: string[] = []
      let characters = 0
      for (const entry of new Set([name, ...(Array.isArray(index) ? index.map(String) : [])])) {
        characters += entry === name ? text.length : (storage.get(entry)?.length ?? 0)
        if (kept.length < maxCachedContexts && characters <= MAX_CHARACTERS) kept.push(entry)
      }
      for (const entry of storage.keys(PREFIX)) if (!kept.includes(entry)) storage.remove(entry)
      // A full disk may have room again without the oldest.
      while (kept.includes(name) && !storage.set(name, text)) storage.remove(kept.pop() ?? '')
      storage.set(INDEX, JSON.stringify(kept))
    },
  }
}
