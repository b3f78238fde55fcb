import { isRecord } from '../json/isRecord.ts'

/** An event that a flag client posted: identify, feature, debug, custom, summary, click, pageview. */
export interface FlagEvent {
  readonly kind: string
  readonly [field: string]: unknown
}

/** How often each variation was evaluated, from the summary events of flag clients: counts by flag key and variation. */
export type FlagCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The events that flag clients sent since the start. Bounded: the oldest are dropped. */
export interface FlagEvents {
  /** @param payloadId a batch with a known id is ignored: its sender retries because it did not receive the answer */
  add(events: readonly FlagEvent[], payloadId?: string): void
  recent(): readonly FlagEvent[]
  counts(): FlagCounts
  subscribe(listener: () => void): () => void
}

const MAX_FLAG_EVENTS = 1000
const MAX_PAYLOAD_IDS = 10_000
const MAX_COUNTED_FLAGS = 10_000

/** `counted` is called with each count as it arrives. */
export function createFlagEvents(
  counted: (key: string, variation: string, count: number) => void = () => undefined,
): FlagEvents {
  const ring: FlagEvent[] = []
  const payloadIds = new Set<string>()
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
        // Without a variation, the fallback was evaluated.
        const name = typeof variation === 'number' ? String(variation) : 'fallback'
        const more = typeof times === 'number' ? times : 0
        ofFlag.set(name, (ofFlag.get(name) ?? 0) + more)
        counted(key, name, more)
      }
    }
  }

  function isNew(payloadId: string | undefined): boolean {
    if (payloadId === undefined) return true
    if (payloadIds.has(payloadId)) return false
    payloadIds.add(payloadId)
    const [oldest] = payloadIds
    if (payloadIds.size > MAX_PAYLOAD_IDS && oldest !== undefined) payloadIds.delete(oldest)
    return true
  }

  return {
    add(events, payloadId) {
      if (!isNew(payloadId)) return
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
