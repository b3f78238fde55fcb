import { attempt } from '../../core/lib/attempt.ts'
import { byteLength } from '../../core/lib/byteLength.ts'
import { PREFIX } from '../../platform/webStorage.ts'
import type { Fact } from './factList.ts'

const PROBE = `${PREFIX}inspector`

const AREAS: Readonly<Record<string, () => Storage>> = {
  localStorage: () => localStorage,
  sessionStorage: () => sessionStorage,
}

/** What the browser keeps, by the beginning of its name. */
const WORDS: Readonly<Record<string, string>> = {
  identity: 'Who was signed in last',
  flags: 'Flags of the latest users',
  'flag-events': 'Flag reports that wait',
  'context-key': 'Anonymous user for flags',
  unwritten: 'Events that are not in the store yet',
  visit: 'The session',
  visitor: 'The visitor',
  overrides: 'Overridden flags',
  recorded: 'A recording of a page before',
}

/** What the layer stores in the storages of the browser, by the beginning of its keys: the rest of a key may be personal. */
export function storedHere(): readonly Fact[] {
  return Object.entries(AREAS).flatMap(([area, storage]) => {
    const groups = new Map<string, { names: Set<string>; entries: number; bytes: number }>()
    attempt(() => {
      for (const key of Object.keys(storage()).sort()) {
        if (!key.startsWith(PREFIX)) continue
        const name = nameOf(key)
        const words = WORDS[name.replace('…', '')] ?? 'Notes of the library'
        const { names, entries, bytes } = groups.get(words) ?? { names: new Set<string>(), entries: 0, bytes: 0 }
        const size = byteLength(key + (storage().getItem(key) ?? ''))
        groups.set(words, { names: names.add(name), entries: entries + 1, bytes: bytes + size })
      }
    })
    return [...groups].map(([words, { names, entries, bytes }]): Fact => [
      words,
      `${entries > 1 ? `${entries} entries, ` : ''}${bytesText(bytes)}`,
      `${area}: ${[...names].join(', ')}`,
    ])
  })
}

/** The databases of the layer, and what the origin uses, as far as the browser tells. */
export async function databasesHere(): Promise<readonly Fact[]> {
  const names = (await attempt(() => indexedDB.databases())?.catch(() => [])) ?? []
  const { usage } = (await attempt(() => navigator.storage.estimate())?.catch(() => ({ usage: undefined }))) ?? {}
  return [
    ...names.flatMap(({ name = '' }): Fact[] =>
      name.startsWith(PREFIX)
        ? [['The store of events', 'size unknown', `IndexedDB: ${name.slice(PREFIX.length)}`]]
        : [],
    ),
    ...(usage === undefined ? [] : [['All storage of the origin', bytesText(usage)] as const]),
  ]
}

/** Why the browser stores nothing, in words. */
export function storageProblem(): string {
  const storage = attempt(() => localStorage)
  if (!storage) return 'The browser blocks localStorage: users and flags are forgotten when the page ends.'
  const takes = attempt(() => {
    storage.setItem(PROBE, '')
    storage.removeItem(PROBE)
    return true
  })
  return takes ? '' : 'localStorage takes nothing: it is full, or the browser forbids it.'
}

/** The key without its prefix, as far as it is the same for every user. */
function nameOf(key: string): string {
  const name = key.slice(PREFIX.length)
  const [start = ''] = /^[^:@\s]*/.exec(name) ?? []
  return start === name ? name : `${start}…`
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
