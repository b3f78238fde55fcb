// A file of its own: the first chunk of an application's bundle needs none of this.
import { PENDING, type Change, type EventRecord, type Storable } from './eventStore.ts'

const REFUSED = 'refused:'

/**
 * Returns the task of an event that a destination has refused. Such an event waits for a person to look at it, or to
 * send it again.
 */
export const refusedBy = (destination: string): string => REFUSED + destination

/** Returns the name of the destination if the task belongs to a refused event. */
export const refuserIn = (task: string): string | undefined =>
  task.startsWith(REFUSED) ? task.slice(REFUSED.length) : undefined

/** Returns the ids of the events that a change concerns. */
export const idsIn = <Event extends Storable>(change: Change<Event>): readonly string[] =>
  'record' in change ? [change.record.event.id] : change.ids

/** Whether the change is an amendment of a record that is no draft any more. */
export const isIgnored = <Event extends Storable>(
  record: EventRecord<Event> | undefined,
  change: Change<Event>,
): boolean => change.type === 'amend' && !record?.todo.includes(PENDING)

/** Returns the record after a change. Undefined when there is no record, or when the record is deleted. */
export function nextRecord<Event extends Storable>(
  record: EventRecord<Event> | undefined,
  change: Change<Event>,
): EventRecord<Event> | undefined {
  if ('record' in change) {
    if (change.type === 'allow' && record)
      return { ...record, todo: [...new Set([...record.todo, ...change.record.todo])] }
    const isWanted = change.type === 'amend' ? !isIgnored(record, change) : !record
    const told = change.type === 'amend' && change.record.todo.includes(PENDING) && record?.event.told
    const next = told ? { ...change.record, event: { ...change.record.event, told } } : change.record
    return isWanted ? unlessDone(next) : record
  }
  if (change.type === 'remove' || !record) return undefined
  if (!record.todo.includes(change.task)) return record
  const rest = record.todo.filter((task) => task !== change.task)
  if (change.type === 'done') return unlessDone({ ...record, todo: rest })
  const reasons = { ...record.reasons, [change.task]: change.reason }
  return { ...record, todo: [...rest, refusedBy(change.task)], reasons }
}

const unlessDone = <Event extends Storable>(record: EventRecord<Event>) => (record.todo.length > 0 ? record : undefined)
