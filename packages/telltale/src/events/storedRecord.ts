import { isRecord } from '../core/lib/json.ts'
import type { EventDraft, FlagSet, StoredEvent } from '../core/model/event.ts'
import { HOLD, type Change, type EventRecord, type EventStore } from '../core/ports/eventStore.ts'

/** The contents of the outbox: drafts, whose tasks include `hold`, and complete events. */
export type Queued = EventDraft | StoredEvent
export type QueuedRecord = EventRecord<Queued>
export type CompleteRecord = EventRecord<StoredEvent>
export type QueuedChange = Change<Queued>
/** A change that puts a record. */
export type RecordChange = QueuedChange & { readonly record: QueuedRecord }
/** A change of the tasks of events. */
export type TaskChange = Exclude<QueuedChange, RecordChange>

/**
 * Whether a value that was read from storage is an event. Damage, another script of the origin, or another version of
 * the library may have left something else. Fields that the library never relies on are not checked, so that a newer
 * version may add to them.
 */
export const isStoredEvent = (value: unknown): value is StoredEvent =>
  isStoredDraft(value) && value.identity !== undefined

export const isStoredDraft = (value: unknown): value is EventDraft =>
  isRecord(value) &&
  ['id', 'name', 'url', 'epoch'].every((name) => typeof value[name] === 'string') &&
  value['id'] !== '' &&
  Number.isFinite(value['at']) &&
  isRecord(value['properties']) &&
  isTextOrAbsent(value['question']) &&
  isTextOrAbsent(value['credential']) &&
  (value['shown'] === undefined || isIdentity(value['shown'])) &&
  (value['flagSet'] === undefined || isFlagSet(value['flagSet'])) &&
  (value['flagsUser'] === undefined || isIdentity(value['flagsUser'])) &&
  (value['identity'] === undefined || isIdentity(value['identity']))

/** Whether the value is a record that may have this task. Without a task: whether it is a record. */
export const isStoredRecord = (value: unknown, task?: string): boolean =>
  isRecord(value) &&
  Array.isArray(value['todo']) &&
  (value['reasons'] === undefined || isRecord(value['reasons'])) &&
  (task === HOLD || (task === undefined && value['todo'].includes(HOLD)) ? isStoredDraft : isStoredEvent)(
    value['event'],
  )

export const isFlagSet = (value: unknown): value is FlagSet =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['properties'])

const isIdentity = (value: unknown) =>
  isRecord(value) && isTextOrAbsent(value['id']) && isTextOrAbsent(value['impersonator'])

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/**
 * Returns a function that reads the records with this task, or all. Damaged records are removed from the store: one of
 * them must not stop the delivery of all others.
 *
 * @param onUnreadable is called with the number of damaged records, once for each
 */
export function soundReader(store: EventStore<Queued>, onUnreadable: (count: number) => void) {
  /** The ids of damaged records. Several readers may find the same record. */
  const damaged = new Set<string>()

  return async (task: string | undefined, limit: number): Promise<readonly QueuedRecord[]> => {
    for (;;) {
      const records = await (task === undefined ? store.all() : store.read(task, limit))
      const ids = records.flatMap((record) => (isStoredRecord(record, task) ? [] : record.event.id))
      const known = damaged.size
      for (const id of ids) damaged.add(id)
      if (damaged.size > known) onUnreadable(damaged.size - known)
      if (ids.length === 0 || !(await store.change([{ type: 'remove', ids }])))
        return records.filter(({ event }) => !ids.includes(event.id))
    }
  }
}
