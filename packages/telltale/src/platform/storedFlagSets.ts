import { isRecord } from '../core/lib/isRecord.ts'
import type { FlagSet, JournalWrite, Keyed } from '../core/ports/journal.ts'
import { result } from './indexedDb.ts'

/** The index of the items of a store by the id of their set of flags. */
export const BY_FLAG_SET = 'flagSet'

type Stores = Record<'waiting' | 'log' | 'flagSets', IDBObjectStore>

/** Each transaction puts what its entries refer to: another tab may have deleted it since the last one. */
export function putFlagSets({ flagSets }: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  const needed = new Map(writes.flatMap(({ item: { flagSet } }) => (flagSet ? [[flagSet.id, flagSet]] : [])))
  for (const flagSet of needed.values()) flagSets.put(flagSet)
}

/** What is stored of an item. */
export const withFlagSetId = (item: Keyed) => (item.flagSet ? { ...item, flagSet: item.flagSet.id } : item)

/** Deletes the sets that no item names any more. */
export async function deleteUnusedFlagSets({ waiting, log, flagSets }: Stores): Promise<void> {
  const ids = await result(flagSets.getAllKeys())
  const isUsed = async (store: IDBObjectStore, id: IDBValidKey) =>
    (await result(store.index(BY_FLAG_SET).getKey(id))) !== undefined
  const areUsed = await Promise.all(
    ids.map(async (id) => (await Promise.all([isUsed(log, id), isUsed(waiting, id)])).includes(true)),
  )
  ids.forEach((id, index) => areUsed[index] || flagSets.delete(id))
}

/** Stored items with their sets of flags in place of the ids. Damage may have left anything in the place of an item, or of an id. */
export async function withFlagSets<Item extends Keyed>(
  { flagSets }: Stores,
  stored: readonly unknown[],
): Promise<Item[]> {
  const idOf = (item: unknown) => (isRecord(item) && typeof item['flagSet'] === 'string' ? item['flagSet'] : undefined)
  const ids = [...new Set(stored.flatMap((item) => idOf(item) ?? []))]
  const sets = await Promise.all(ids.map((id) => result<FlagSet | undefined>(flagSets.get(id))))
  return stored.map((item) => {
    const id = idOf(item)
    if (id === undefined || !isRecord(item)) return item as Item
    const { flagSet: _, ...rest } = item
    const flagSet = sets[ids.indexOf(id)]
    return (flagSet ? { ...rest, flagSet } : rest) as unknown as Item
  })
}
