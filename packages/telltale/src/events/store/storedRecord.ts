import { isRecord } from '../../core/lib/json.ts'
import type { EventDraft, FlagSet, StoredEvent } from '../../core/model/event.ts'
import { FORM, PENDING, type Change, type EventRecord, type EventStore } from '../../core/ports/eventStore.ts'

/** The contents of the outbox: drafts, whose tasks include `pending`, and complete events. */
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
  ['question', 'tokenDigest'].every((name) => isTextOrAbsent(value[name])) &&
  ['shown', 'told', 'flagsUser', 'identity'].every((name) => value[name] === undefined || isIdentity(value[name])) &&
  (value['flagSet'] === undefined || isFlagSet(value['flagSet'])) &&
  (value['moment'] === undefined || isRecord(value['moment'])) &&
  [value['destinations'], value['withheld']].every((names) => names === undefined || isTexts(names))

/** Whether the value is a record that may have this task. Without a task: whether it is a record. */
export const isStoredRecord = (value: unknown, task?: string): boolean =>
  isRecord(value) &&
  isTexts(value['todo']) &&
  (value['reasons'] === undefined || isRecord(value['reasons'])) &&
  (task === PENDING || (task === undefined && value['todo'].includes(PENDING)) ? isStoredDraft : isStoredEvent)(
    value['event'],
  )

export const isFlagSet = (value: unknown): value is FlagSet =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['properties']) && isRecord(value['flags'])

const isIdentity = (value: unknown) =>
  isRecord(value) && isTextOrAbsent(value['id']) && isTextOrAbsent(value['impersonator'])

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/**
 * Returns a function that reads the records with this task, or all. Damaged records are removed from the store: one of
 * them must not stop the delivery of all others. Those that cannot be removed are left out, and so are those that a newer version of the
 * library has stored: a tab of that version may be open, or come back after a deployment that was undone.
 *
 * @param onUnreadable is called with the number of damaged records, once for each
 */
export function soundReader(store: EventStore<Queued>, onUnreadable: (count: number) => void) {
  /** The number of damaged records that are counted, although the store still has them. */
  let counted = 0

  function count(damaged: number, areRemoved: boolean) {
    const more = damaged - counted
    if (more > 0) onUnreadable(more)
    counted = areRemoved ? Math.max(0, -more) : Math.max(counted, damaged)
  }

  return async (task: string | undefined, limit: number): Promise<readonly QueuedRecord[]> => {
    const isSound = (record: QueuedRecord) => isStoredRecord(record, task) && record.todo.length > 0
    let hasRemoved = false
    let leftOut = 0
    for (;;) {
      const most = limit + leftOut
      const records = await (task === undefined ? store.all() : store.read(task, most))
      const ours = records.filter((record) => !isNewer(record))
      const sound = ours.filter(isSound)
      const damaged = ours.length - sound.length
      leftOut = records.length - sound.length
      if (damaged === 0 || hasRemoved) {
        if (damaged > 0) count(damaged, false)
        if (leftOut === 0 || records.length < most || sound.length >= limit) return sound.slice(0, limit)
        continue
      }
      hasRemoved = true
      const removed = await store.discard(task, (record) => !isNewer(record) && !isSound(record))
      if (removed > 0) count(removed, true)
      leftOut -= damaged
    }
  }
}

/** Whether a newer version of the library has stored the record. It is left to the pages of that version. */
export const isNewer = ({ form }: { readonly form?: unknown }): boolean => form !== undefined && !(Number(form) <= FORM)

/** The change as the store keeps it. */
export const withForm = (change: QueuedChange): QueuedChange =>
  'record' in change ? { ...change, record: { ...change.record, form: FORM } } : change

/** Sorts records by their ids, which are UUIDs v7: the oldest first. */
export const byAge = <One extends QueuedRecord>(records: Iterable<One>): One[] =>
  [...records].sort((one, other) => (one.event.id < other.event.id ? -1 : 1))
