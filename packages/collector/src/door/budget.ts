/** What a request has in memory. */
export interface Claim {
  /** Counts bytes. Returns `false` if there is no room for them, which is then for its client to bear. */
  takes(bytes: number): boolean
  /** The request is answered: its bytes are free again. */
  release(): void
}

/** Bodies that are in memory, and what they become, of all clients together. */
export interface Budget {
  claim(client: string): Claim
  /** How many bytes all of them have in memory. */
  held(): number
}

/** How much more than the budget all clients together may hold, before nobody who holds more than a small batch gets any. */
const CEILING = 2
/** A batch of a page is seldom larger, in bytes. */
const SMALL = 64 * 1024

/**
 * Shares the memory for bodies out to clients: nobody spends what others need. As soon as half of `maxBytes` is held, each client may hold a part, and
 * there is always a part for one client more: half of it for a client alone, a third for each of two. Bytes are counted as they are unpacked: what a
 * client sends slowly, or never ends, counts for this client alone.
 */
export function createBudget(maxBytes: number): Budget {
  const held = new Map<string, number>()
  let sum = 0

  function hold(client: string, bytes: number): void {
    sum += bytes
    const own = (held.get(client) ?? 0) + bytes
    if (own > 0) held.set(client, own)
    else held.delete(client)
  }

  function hasRoom(client: string, bytes: number): boolean {
    const before = held.get(client) ?? 0
    const own = before + bytes
    const others = held.size - (before > 0 ? 1 : 0)
    const all = sum + bytes
    if (all <= maxBytes / 2) return true
    return own <= maxBytes / (others + 2) && (all <= maxBytes * CEILING || own <= SMALL)
  }

  return {
    held: () => sum,
    claim(client) {
      let claimed = 0
      return {
        takes(bytes) {
          if (!hasRoom(client, bytes)) return false
          claimed += bytes
          hold(client, bytes)
          return true
        },
        release() {
          hold(client, -claimed)
          claimed = 0
        },
      }
    },
  }
}
