/** The most ids that are remembered: more than the events of a busy quarter of an hour. */
const MAX_IDS = 50_000

/**
 * Counts the ids that are seen for the first time. A page and the collector report the same event, and each of its destinations
 * is reported too. Bounded: the ids that were seen first are forgotten first.
 */
export function createFirstSightings(): (ids: readonly string[]) => number {
  const seen = new Set<string>()
  return (ids) => {
    const fresh = new Set(ids.filter((id) => !seen.has(id)))
    for (const id of fresh) seen.add(id)
    for (const id of seen) {
      if (seen.size <= MAX_IDS) break
      seen.delete(id)
    }
    return fresh.size
  }
}
