import { parseRecord, writeJson } from '../core/lib/json.ts'
import type { Platform } from '../core/ports/platform.ts'

/** Marks of what must be deleted, which later pages find if this one ends before it is. */
export interface Marks {
  /** @param of a digest of the user of whom everything is to be deleted; empty: what is denied */
  set(of?: string): void
  /** Until when everything of this user is to be deleted; NaN if nothing is. */
  openUntil(of: string): number
  /** Whether another tab has forgotten this user since the page was opened, or since the last question. */
  isNew(of: string): boolean
  /** The marks of what is not deleted yet, as far as this page knows. */
  open(): readonly string[]
  /** What these marks are for is deleted. */
  end(these: readonly string[]): void
}

/** How long a mark tells other tabs that a user was forgotten, in milliseconds. */
const TOLD_MS = 60_000

/** @param prefix how their keys begin */
export function createMarks(prefix: string, { clock, storage }: Pick<Platform, 'clock' | 'storage'>): Marks {
  const read = (of: string) => parseRecord(storage.get(prefix + of))
  const isFresh = (at: unknown) => Math.abs(clock.now() - Number(at)) < TOLD_MS
  const open = new Map<string, number>()
  /** What earlier pages have left. */
  const known = new Map<string, unknown>()

  for (const key of storage.keys(prefix)) {
    const of = key.slice(prefix.length)
    const { at, isDone } = read(of)
    known.set(of, at)
    if (!isDone) open.set(of, Number(at))
    else if (!isFresh(at)) storage.remove(key)
  }

  return {
    set(of = '') {
      const at = clock.now()
      open.set(of, at)
      known.set(of, at)
      storage.set(prefix + of, writeJson({ at }))
    },
    openUntil: (of) => open.get(of) ?? Number.NaN,
    isNew(of) {
      const { at } = read(of)
      const isNew = at !== undefined && at !== known.get(of)
      known.set(of, at)
      return isNew
    },
    open: () => [...open.keys()],
    end(these) {
      for (const of of these) {
        const at = open.get(of)
        if (!open.delete(of)) continue
        const key = prefix + of
        // Other tabs hear of it, unless they have heard before: another page may have removed the mark.
        if (of && (isFresh(at) || storage.get(key))) storage.set(key, writeJson({ at, isDone: true }))
        else storage.remove(key)
      }
    },
  }
}
