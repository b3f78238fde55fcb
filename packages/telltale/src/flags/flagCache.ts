import { hashText } from '../core/lib/text.ts'
import { parseJson, parseRecord } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import { keysOf } from './readContext.ts'
import type { FlagSettings } from './flagSettings.ts'
import { readFlags, type WireFlags } from './readFlag.ts'

/** The maximum number of characters of all cached flags together. */
const MAX_CHARACTERS = 1_000_000

const PREFIX = 'flags:'
/** The storage key of the list of entries, the latest first. */
const INDEX = 'flag-index'

export interface CachedFlags {
  flags: WireFlags
  /** Present only when the flags were cached for exactly this context, with the same attributes. */
  etag?: string | undefined
}

export interface FlagCache {
  read(context: Context): CachedFlags | undefined
  write(context: Context, cached: CachedFlags): void
}

/**
 * Caches the flags of the latest visits. An entry's name consists of two hashes of the environment, the keys and the
 * impersonator: it contains no personal data, and two names are never equal. Rules may target the impersonator, so the flags
 * that support staff see as a customer are cached separately from the customer's own.
 */
export function createFlagCache(
  storage: KeyValueStorage,
  settings: Pick<FlagSettings, 'clientSideId' | 'maxCachedContexts'>,
): FlagCache {
  function hashesOf(context: Context) {
    const impersonator: unknown = 'mimic_user' in context ? context.mimic_user : undefined
    const text = JSON.stringify([settings.clientSideId, Object.entries(keysOf(context)).sort(), impersonator])
    return { name: PREFIX + hashText(text, 0) + hashText(text, 1), whole: hashText(JSON.stringify(context), 2) }
  }

  return {
    read(context) {
      const { name, whole } = hashesOf(context)
      const entry = parseRecord(storage.get(name)) as Partial<CachedFlags> & { whole?: string }
      const flags = readFlags(entry.flags)
      return flags && { flags, etag: entry.whole === whole ? entry.etag : undefined }
    },

    write(context, cached) {
      const { name, whole } = hashesOf(context)
      const text = JSON.stringify({ whole, ...cached })
      const index = parseJson(storage.get(INDEX) ?? '')
      const kept: string[] = []
      let characters = 0
      for (const entry of new Set([name, ...(Array.isArray(index) ? index.map(String) : [])])) {
        characters += entry === name ? text.length : (storage.get(entry)?.length ?? 0)
        if (kept.length < settings.maxCachedContexts && characters <= MAX_CHARACTERS) kept.push(entry)
      }
      for (const entry of storage.keys(PREFIX)) if (!kept.includes(entry)) storage.remove(entry)
      // Evicting the oldest entry may make room on a full disk.
      while (kept.includes(name) && !storage.set(name, text)) storage.remove(kept.pop() ?? '')
      storage.set(INDEX, JSON.stringify(kept))
    },
  }
}
