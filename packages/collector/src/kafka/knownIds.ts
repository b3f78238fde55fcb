import { uuidBytes } from '../sqlite/uuidBytes.ts'

/** The ids that are in the clean topic. */
export interface KnownIds {
  has(id: string): boolean
  /** @param at - when it was written there, in milliseconds since 1970 */
  add(id: string, at: number): void
  /** Forgets those that are too old for a copy to come. */
  forgetBefore(at: number): void
}

const DAY = 86_400_000

/** Keeps ids by the day, so that old ones go at once, and as texts of 16 bytes, which takes half of the memory. */
export function createKnownIds(): KnownIds {
  const days = new Map<number, Set<string>>()
  return {
    has(id) {
      const short = shortOf(id)
      for (const ids of days.values()) if (ids.has(short)) return true
      return false
    },
    add(id, at) {
      const day = Math.floor(at / DAY)
      const ids = days.get(day) ?? new Set()
      days.set(day, ids)
      ids.add(shortOf(id))
    },
    forgetBefore(at) {
      for (const day of days.keys()) if ((day + 1) * DAY <= at) days.delete(day)
    },
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const shortOf = (id: string) => (UUID.test(id) ? Buffer.from(uuidBytes(id)).toString('latin1') : id)
