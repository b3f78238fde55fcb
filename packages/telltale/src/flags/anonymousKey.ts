import { uuidV4 } from '../core/lib/uuid.ts'
import type { Platform } from '../core/ports/platform.ts'

/** The key of somebody without one: made once for each kind of context, and kept. */
export function anonymousKey(kind: string, { storage, random }: Pick<Platform, 'storage' | 'random'>): string {
  const name = `context-key:${kind}`
  const kept = storage.get(name)
  if (kept) return kept
  const key = uuidV4(random.bytes(16))
  storage.set(name, key)
  return key
}
