import { attempt } from '../core/lib/attempt.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { Destination } from './destination.ts'
import { withFlags } from './flagSet.ts'
import type { HandedOver } from './handedOver.ts'

/**
 * What one destination has not settled yet. Its bookmark says up to where it has settled everything; what it has settled beyond that
 * is remembered by id for as long as the page lives, so that one event does not hold back those behind it.
 */
export interface DeliveryWindow {
  /** At most `limit` of the next events that are for the destination and not settled; `isAtEnd` when nothing is left in the log. */
  read(limit: number): Promise<{ events: readonly StoredEvent[]; isAtEnd: boolean }>
  isWanted(event: StoredEvent): boolean
  settle(events: readonly StoredEvent[]): void
  /** Moves the bookmark over what is settled. Returns the events that it has passed. */
  advance(): Promise<readonly StoredEvent[]>
}

interface Needs {
  journal: Journal<EventDraft, StoredEvent>
  /** Of a script in the page. */
  handedOver: HandedOver | undefined
  onFailed(error: unknown): void
  /** The bookmark is durably beyond these. A page that ended before the journal had answered may have left them aside, too. */
  onPassed(events: readonly StoredEvent[]): void
}

export function createDeliveryWindow(
  destination: Destination,
  { journal, handedOver, onFailed, onPassed }: Needs,
): DeliveryWindow {
  const { name } = destination
  const settled = new Set<string>()
  let entries: Awaited<ReturnType<typeof journal.read>> = []

  const isWanted = (event: StoredEvent) =>
    !destination.accepts ||
    attempt(
      () => destination.accepts?.(withFlags(event)) ?? true,
      (error) => {
        onFailed(error)
        return true
      },
    )

  return {
    isWanted,
    async read(limit) {
      handedOver?.ids().forEach((id) => settled.add(id))
      entries = await journal.read(name, limit + settled.size)
      for (const { entry } of entries) if (!settled.has(entry.id) && !isWanted(entry)) settled.add(entry.id)
      const events = entries.flatMap(({ entry }) => (settled.has(entry.id) ? [] : [entry])).slice(0, limit)
      return { events, isAtEnd: entries.length === 0 }
    },
    settle: (events) => events.forEach(({ id }) => settled.add(id)),
    async advance() {
      const end = entries.findIndex(({ entry }) => !settled.has(entry.id))
      const passed = end < 0 ? entries : entries.slice(0, end)
      const last = passed.at(-1)
      if (!last) return []
      for (const { entry } of passed) settled.delete(entry.id)
      const events = passed.map(({ entry }) => entry)
      const keeping = await journal.advance(name, last.position)
      if (keeping === 'durable') {
        handedOver?.remove(events)
        onPassed(events)
      }
      return events
    },
  }
}
