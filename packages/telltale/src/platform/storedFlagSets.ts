import type { Change, EventRecord, SharedSet, Storable } from '../core/ports/eventStore.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { result } from './indexedDb.ts'

/** The index of the events by the id of their set of flags. */
export const BY_FLAG_SET = 'event.flagSet'

export interface Stores {
  events: IDBObjectStore
  flagSets: IDBObjectStore
}

/** Each transaction puts what its events refer to: another tab may have deleted it since the last one. */
export function putFlagSets({ flagSets }: Stores, changes: readonly Change<Storable>[]): void {
  const sets = changes.flatMap((change) => ('record' in change ? (change.record.event.flagSet ?? []) : []))
  for (const set of new Map(sets.map((one) => [one.id, one])).values()) flagSets.put(set)
}

/** What is stored of a record: the id of its set of flags in place of the set. */
export function withFlagSetId<Event extends Storable>({ event, ...rest }: EventRecord<Event>): EventRecord<Event> {
  const stored = event.flagSet ? { ...event, flagSet: event.flagSet.id } : event
  return { ...rest, event: stored as Event }
}

/** Deletes the sets that no event names any more. */
export async function deleteUnusedFlagSets({ events, flagSets }: Stores): Promise<void> {
  const ids = await result(flagSets.getAllKeys())
  await Promise.all(
    ids.map(async (id) => {
      const user = await result(events.index(BY_FLAG_SET).getKey(id))
      if (user === undefined) flagSets.delete(id)
    }),
  )
}

/** Stored records with their sets of flags in place of the ids. Damage may have left anything in the place of a record, or of an id. */
export async function withFlagSets<Event extends Storable>(
  flagSets: IDBObjectStore,
  stored: readonly { event: unknown }[],
): Promise<EventRecord<Event>[]> {
  const idOf = ({ event }: { event: unknown }) => isRecord(event) && event['flagSet']
  const ids = [...new Set(stored.map(idOf))].filter((id) => typeof id === 'string')
  const found = await Promise.all(ids.map((id) => result<SharedSet | undefined>(flagSets.get(id))))
  const sets = new Map(ids.map((id, index) => [id, found[index]]))
  return stored.map((record) => {
    const id = idOf(record)
    if (typeof id !== 'string') return record as EventRecord<Event>
    const { flagSet: _, ...event } = record.event as Record<string, unknown>
    const flagSet = sets.get(id)
    return { ...record, event: flagSet ? { ...event, flagSet } : event } as unknown as EventRecord<Event>
  })
}
