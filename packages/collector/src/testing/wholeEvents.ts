import { batchOf, eventWith } from './batches.ts'
import { shareFlags } from '../store/sharedFlags.ts'
import type { Batch, EventReader, IncomingEvent, StoredEvent } from '../store/store.ts'

const NOW = Date.now()

/** Events as the door lets them through: what a store finds them by is also in their bodies. */
export function wholeEvents(
  count: number,
  fieldsOf: (n: number) => Partial<IncomingEvent> = () => ({}),
): IncomingEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const n = i + 1
    const event = eventWith({ happenedAt: NOW - 60_000 + n, page: 'page-1', n, ...fieldsOf(n) })
    const { id, name, happenedAt, page, person, visitor, impersonator, session, accounts } = event
    const identity = {
      ...(person !== undefined && { id: person }),
      ...(visitor !== undefined && { visitor }),
      ...(impersonator !== undefined && { impersonator }),
      ...(accounts.length > 0 && { accounts: Object.fromEntries(accounts.map(([kind, key]) => [kind, { key }])) }),
    }
    const body = JSON.stringify({
      ...{
        id,
        name,
        at: happenedAt,
        url: 'https://desk.example/',
        properties: { amount: n },
        identity,
        page,
        n: event.n,
      },
      ...(session !== undefined && { moment: { session: { id: session } } }),
    })
    return { ...event, body }
  })
}

/** A batch of yesterday, by a clock that is an hour ahead. */
export const oldBatch = (events: readonly IncomingEvent[], fields: Partial<Batch> = {}): Batch =>
  batchOf(events, { receivedAt: NOW - 30_000, clockAheadMs: 5, ...fields })

/** Flags of which a store keeps one copy. */
export const manyFlags = () => {
  const keys = Array.from({ length: 60 }, (_, i) => `flag-${i}`)
  const properties = Object.fromEntries(keys.map((key) => [`LDFF: ${key}`, true]))
  const flags = Object.fromEntries(keys.map((key) => [key, { property: `LDFF: ${key}`, variation: 0 }]))
  const shared = shareFlags(properties, flags)
  if (!shared) throw new Error('These flags are too few.')
  return shared
}

/** The events of a store without their places, by their ids. */
export const contentOf = async (store: Pick<EventReader, 'after'>): Promise<readonly Omit<StoredEvent, 'cursor'>[]> =>
  (await store.after(undefined, 100_000))
    .map(({ cursor: _, body, ...event }) => ({ ...event, body: JSON.parse(body) as never }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
