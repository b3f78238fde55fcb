/** What many events have in common. Equal sets have equal ids. */
export interface SharedSet {
  readonly id: string
  readonly properties: object
}

export interface Storable {
  readonly id: string
  /** Stored once for all events that have it. */
  readonly flagSet?: SharedSet
}

/** An event and what is still to be done for it. */
export interface EventRecord<Event extends Storable> {
  readonly event: Event
  /** `hold`, names of destinations, `refused:` and the name of a destination. A record is deleted with its last task. */
  readonly todo: readonly string[]
  /** Why destinations have refused it, by their names. */
  readonly reasons?: Readonly<Record<string, string>>
  /** A task of it is done, and others are left. */
  readonly isPartlyDone?: true
}

/** The task of an event that waits for its identity or its flags. */
export const HOLD = 'hold'

const REFUSED = 'refused:'

/** The task of an event that a destination has refused: somebody has to look at it, or try it again. */
export const refusedBy = (destination: string): string => REFUSED + destination

/** The name of the destination, if the task is that of an event that one has refused. */
export const refuserIn = (task: string): string | undefined =>
  task.startsWith(REFUSED) ? task.slice(REFUSED.length) : undefined

/**
 * Plain data, so that a change can be written down elsewhere until the store confirms it. A change that is applied twice does the same
 * as once.
 *
 * `add`: a record whose id is stored already is left untouched. `amend`: replaces the record while it has `hold` to do, so that one tab
 * alone completes an event. `done`: these have one task less; `isLast` says that it was the only task of each when it was read, so
 * that the store need not read them again. `refuse`: the destination will not take these. `remove`: these are forgotten, whatever is to
 * be done for them.
 */
export type Change<Event extends Storable> =
  | { readonly type: 'add' | 'amend'; readonly record: EventRecord<Event> }
  | { readonly type: 'done'; readonly task: string; readonly ids: readonly string[]; readonly isLast?: boolean }
  | { readonly type: 'refuse'; readonly task: string; readonly ids: readonly string[]; readonly reason: string }
  | { readonly type: 'remove'; readonly ids: readonly string[] }

/** How long changes are kept: over the end of the page, or until then. */
export type Durability = 'durable' | 'memory'

/** The events of an application, shared by all tabs of the origin. Never rejects. */
export interface EventStore<Event extends Storable> {
  /** All of these in one transaction. Without changes it resolves once the store has opened. */
  change(changes: readonly Change<Event>[]): Promise<Durability>
  /** At most so many records that have this task, in the order of their ids: of UUIDs v7, the oldest first. */
  read(task: string, limit: number): Promise<readonly EventRecord<Event>[]>
  /** How many records have each task. */
  counts(): Promise<Readonly<Record<string, number>>>
  all(): Promise<readonly EventRecord<Event>[]>
}

export const idsIn = <Event extends Storable>(change: Change<Event>): readonly string[] =>
  'record' in change ? [change.record.event.id] : change.ids

/** What a change makes of a record. Undefined: there is none, or none any more. */
export function nextRecord<Event extends Storable>(
  record: EventRecord<Event> | undefined,
  change: Change<Event>,
): EventRecord<Event> | undefined {
  if ('record' in change) {
    const isWanted = change.type === 'add' ? !record : record?.todo.includes(HOLD)
    return isWanted ? unlessDone(change.record) : record
  }
  if (change.type === 'remove' || !record) return undefined
  if (!record.todo.includes(change.task)) return record
  const rest = record.todo.filter((task) => task !== change.task)
  if (change.type === 'done') return unlessDone({ ...record, todo: rest, isPartlyDone: true })
  const reasons = { ...record.reasons, [change.task]: change.reason }
  return { ...record, todo: [...rest, refusedBy(change.task)], reasons }
}

const unlessDone = <Event extends Storable>(record: EventRecord<Event>) => (record.todo.length > 0 ? record : undefined)
