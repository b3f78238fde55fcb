import { isRecord, isShallow, parseJson, writeJson } from '../core/lib/json.ts'
import { hashText } from '../core/lib/hashText.ts'
import type { Context } from '../core/model/flag.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import { readFlags, type WireFlags } from './wireFlags.ts'
import { keysOf, kindsOf } from './readContext.ts'

/** The maximum number of characters of all entries of a list together. */
const MAX_CHARACTERS = 1_000_000

/**
 * Caches the flags of the latest visits. An entry's name consists of hashes of the environment, the keys and the impersonator: it
 * contains no personal data. Rules may target the impersonator, so the flags that support staff see as a customer are cached
 * separately from the customer's own.
 */
export function createFlagCache(storage: KeyValueStorage, environment: string, maximum: number) {
  const list = createLatestList(storage, 'flags', maximum)
  const textOf = (context: Context) =>
    writeJson([
      environment,
      Object.entries(keysOf(context)).sort(),
      kindsOf(context).flatMap(([, { mimic_user }]) => mimic_user ?? [])[0],
    ])

  return {
    read: (context: Context) => readFlags(list.find(textOf(context))?.['flags']),
    write: (context: Context, flags: WireFlags) => list.put(textOf(context), { flags }),
  }
}

/**
 * A list in storage of the entries that were written last.
 *
 * @param item the storage key of the list
 */
export function createLatestList(storage: KeyValueStorage, item: string, maximum: number) {
  const nameOf = (text: string) => hashText(text, 0) + hashText(text, 1)

  function entries() {
    const list = parseJson(storage.get(item) ?? '')
    return Array.isArray(list) ? list.filter(isRecord) : []
  }

  return {
    find(text: string) {
      const name = nameOf(text)
      return entries().find((entry) => entry['name'] === name)
    },
    put(text: string, entry: object) {
      const name = nameOf(text)
      const kept: object[] = [{ ...entry, name }, ...entries().filter((other) => other['name'] !== name)]
      // Evicting the oldest entry may make room on a full disk.
      while (kept[0] && (kept.length > maximum || !save(kept))) kept.pop()
      if (!kept[0]) storage.remove(item)
    },
  }

  function save(list: readonly object[]): boolean {
    // An answer of the service may be nested too deeply to be written.
    const text = isShallow(list) && writeJson(list)
    return text !== false && text.length <= MAX_CHARACTERS && storage.set(item, text)
  }
}
