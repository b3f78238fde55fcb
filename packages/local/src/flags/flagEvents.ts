import { isRecord } from '../json/isRecord.ts'

/** An event that a flag client posted: identify, feature, debug, custom, summary, click, pageview. */
export interface FlagEvent {
  readonly kind: string
  readonly [field: string]: unknown
}

/** How often each variation was shown, from the summaries of the flag clients: counts by flag key and variation. */
export type FlagCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What flag clients have reported since the start. Bounded: the oldest are dropped. */
export interface FlagEvents {
  add(events: readonly FlagEvent[]): void
  recent(): readonly FlagEvent[]
  counts(): FlagCounts
  subscribe(listener: () => void): () => void
}

const MAX_FLAG_EVENTS = 1000
const MAX_COUNTED_FLAGS = 10_000

/** `counted` hears of each count as it comes in. */
export function flagEvents(
  counted: (key: string, variation: string, count: number) => void = () => undefined,
): FlagEvents {
  const ring: FlagEvent[] = []
  const counts = new Map<string, Map<string, number>>()
  const listeners = new Set<() => void>()

  function count(event: FlagEvent): void {
    const features = isRecord(event['features']) ? event['features'] : {}
    for (const [key, feature] of Object.entries(features)) {
      const counters =
        isRecord(feature) && Array.isArray(feature['counters']) ? feature['counters'].filter(isRecord) : []
      if (!counts.has(key) && counts.size >= MAX_COUNTED_FLAGS) continue
      const ofFlag = counts.get(key) ?? new Map<string, number>()
      counts.set(key, ofFlag)
      for (const { variation, count: times } of counters) {
        // Without a variation it was the fallback that was shown.
        const name = typeof variation === 'number' ? String(variation) : 'fallback'
        const more = typeof times === 'number' ? times : 0
        ofFlag.set(name, (ofFlag.get(name) ?? 0) + more)
        counted(key, name, more)
      }
    }
  }

  return {
    add(events) {
      ring.push(...events.slice(-MAX_FLAG_EVENTS))
      ring.splice(0, ring.length - MAX_FLAG_EVENTS)
      for (const event of events) if (event.kind === 'summary') count(event)
      for (const listener of [...listeners]) listener()
    },
    recent: () => ring,
    counts: () => Object.fromEntries([...counts].map(([key, ofFlag]) => [key, Object.fromEntries(ofFlag)])),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
