import { isRecord } from '../core/lib/json.ts'
import type { EventRecord, SharedSet, Storable } from '../core/ports/eventStore.ts'
import { result } from './indexedDb.ts'

/** The index of the events by the id of their set of flags. */
export const BY_FLAG_SET = 'event.flagSet'

export interface Stores {
  events: IDBObjectStore
  flagSets: IDBObjectStore
  /** The latest large sets by their ids. Another page may have deleted them from the database. */
  kept: Map<IDBValidKey, SharedSet>
}

/**
 * A set with more flags than this is kept in memory, because to write or to read it takes milliseconds. It is not deleted from the
 * database with its last event, because the next event needs it: it is deleted once it is no longer kept, or by the next page.
 */
const LARGE = 100
/** A page may have one set for its drafts, one for its events, and one of another page. */
const MAX_KEPT = 3

function keep(set: SharedSet, { kept }: Stores) {
  if (!kept.has(set.id) && Object.keys(set.properties).length > LARGE) kept.set(set.id, set)
}

/** Stores the set. One that is kept is stored already, unless another page has deleted it: `isChecked` looks before it is written. */
export async function putFlagSet(set: SharedSet, stores: Stores, isChecked: boolean): Promise<void> {
  const { flagSets, kept } = stores
  if (isChecked && kept.has(set.id) && (await result(flagSets.getKey(set.id))) !== undefined) return
  flagSets.put(set)
  keep(set, stores)
}

/** Deletes those of these sets that no event refers to. */
export async function deleteUnusedFlagSets({ events, flagSets, kept }: Stores, ids: readonly IDBValidKey[]) {
  const old = [...kept.keys()].slice(0, -MAX_KEPT)
  for (const id of old) kept.delete(id)
  await Promise.all(
    [...old, ...ids].map(async (id) => {
      if (!kept.has(id) && (await result(events.index(BY_FLAG_SET).getKey(id))) === undefined) flagSets.delete(id)
    }),
  )
}

/** Returns stored records with their sets of flags in place of the ids. */
export async function withFlagSets<Event extends Storable>(
  stores: Stores,
  stored: readonly { event: unknown }[],
): Promise<EventRecord<Event>[]> {
  const { flagSets, kept } = stores
  const sets = new Map<unknown, SharedSet>()
  await Promise.all(
    setIdsIn(stored).map(async (id) => {
      const set = kept.get(id) ?? (await result<SharedSet | undefined>(flagSets.get(id)))
      if (!set || !isRecord(set.properties)) return
      sets.set(id, set)
      keep(set, stores)
    }),
  )
  return stored.map((record) => {
    const id = setIdIn(record)
    const whole =
      id === undefined ? record : { ...record, event: { ...(record.event as object), flagSet: sets.get(id) } }
    return whole as EventRecord<Event>
  })
}

/** Returns a record as it is stored: with the id of its set of flags in place of the set. */
export function withFlagSetId<Event extends Storable>({ event, ...rest }: EventRecord<Event>): object {
  // A record that was read here has the id already.
  return { ...rest, event: event.flagSet?.id ? { ...event, flagSet: event.flagSet.id } : event }
}

/** Returns the ids of the sets of flags of these records, as they are stored. */
export const setIdsIn = (stored: readonly unknown[]): string[] => [
  ...new Set(stored.flatMap((record) => setIdIn(record) ?? [])),
]

/** Damage may have left any value. */
function setIdIn(record: unknown): string | undefined {
  const id = isRecord(record) && isRecord(record['event']) ? record['event']['flagSet'] : undefined
  return typeof id === 'string' ? id : undefined
}
