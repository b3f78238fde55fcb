import type { Platform } from '../core/ports/platform.ts'

/** Where the vendor's clients keep theirs, the newer first: who moves over is not taken for somebody else. */
const FOREIGN = ['LaunchDarkly_ContextKeys_', 'LaunchDarkly_AnonymousKeys_', 'ld:$contextKey:']

/** Where storage keeps nothing, it is kept for as long as the page lives. */
const made = new WeakMap<object, Record<string, string>>()

/** The key of somebody without one: made once for each kind of context, and kept. */
export function anonymousKey(kind: string, { storage, random }: Pick<Platform, 'storage' | 'random'>): string {
  const name = `context-key:${kind}`
  const ours = made.get(storage) ?? {}
  made.set(storage, ours)
  const kept = storage.get(name) ?? ours[name]
  if (kept) return kept
  const names = [...FOREIGN.map((prefix) => prefix + kind), ...(kind === 'user' ? ['ld:$anonUserId'] : [])]
  const found = names.map((foreign) => storage.getForeign?.(foreign)).find(Boolean)
  const key = found ?? random.uuid()
  storage.set(name, key)
  return (ours[name] = key)
}
