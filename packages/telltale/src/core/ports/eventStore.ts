import type { Watchable } from '../lib/readable.ts'

/** Data that many events share. Equal sets have equal ids. */
export interface SharedSet {
  readonly id: string
  readonly properties: object
}

export interface Storable {
  readonly id: string
  /** The set of flags, which is stored once for all events that have it. */
  readonly flagSet?: SharedSet
  /** What the first page that learned something of the event has learned. An amendment leaves it as it is. */
  readonly told?: object
}

/** An event with the tasks that are still to be done for it. */
export interface EventRecord<Event extends Storable> {
  readonly event: Event
  /**
   * `pending`, the names of destinations, and `refused:` with the name of a destination. A record is deleted with its last
   * task.
   */
  readonly todo: readonly string[]
  /** The reasons of destinations that have refused the event, by the name of the destination. */
  readonly reasons?: Readonly<Record<string, string>>
  /** The form in which the record is stored. Absent: that of a version of the library that did not say so. */
  readonly form?: number
}

/** The form of the records that this version of the library stores. A change that an older version cannot read has the next number. */
export const FORM = 1

/** The task of an event that waits for its identity or its flags. */
export const PENDING = 'pending'

/**
 * A change of records. It is plain data, so that it can be stored elsewhere until the store confirms it. Applying a
 * change twice has the same effect as applying it once.
 *
 * `add`: a record whose id is already stored is left unchanged. `allow`: adds its tasks to those of the record, which is added if there is
 * none. `amend`: replaces the record while its tasks include
 * `pending`, so that only one tab completes an event; what `told` says there stays. `done`: removes one task from these events. `refuse`: the destination
 * will not take these events. `remove`: deletes these events with all their tasks.
 */
export type Change<Event extends Storable> =
  | { readonly type: 'add' | 'allow' | 'amend'; readonly record: EventRecord<Event> }
  | { readonly type: 'done'; readonly task: string; readonly ids: readonly string[] }
  | { readonly type: 'refuse'; readonly task: string; readonly ids: readonly string[]; readonly reason: string }
  | { readonly type: 'remove'; readonly ids: readonly string[] }

export interface ChangeResult {
  /** False when one of the changes may not be stored. */
  readonly isStored: boolean
  /** The ids of the events whose amendment was ignored: another page has completed the draft, or the store never had it. */
  readonly ignored: readonly string[]
  /** The ids of the events of which nothing is stored, because the user has not allowed it: the page keeps them. */
  readonly held?: readonly string[]
}

/** The events of an application, shared by all tabs of the origin. */
export interface EventStore<Event extends Storable> {
  /**
   * Makes these changes, those of one event all at once. Without changes, it resolves once the store has opened.
   *
   * @param isOnlyCopy the page has an added event nowhere else, and may be about to end: nothing is to be read before it is written
   */
  change(changes: readonly Change<Event>[], isOnlyCopy?: boolean): Promise<ChangeResult>
  /**
   * Returns at most `limit` records that have this task, in the order of their ids. UUIDs v7 sort by age, the oldest
   * first.
   */
  read(task: string, limit: number): Promise<readonly EventRecord<Event>[]>
  /** Returns all records, in the order of their ids. */
  all(): Promise<readonly EventRecord<Event>[]>
  /**
   * Deletes the records with this task, or of all records, those that are damaged, and returns their number. Damage may
   * have left any value in a record, so they are deleted by the keys of the store and not by what the records say.
   */
  discard(task: string | undefined, isDamaged: (record: EventRecord<Event>) => boolean): Promise<number>
}

/** An event store that never rejects. */
export interface OpenedEventStore<Event extends Storable> extends EventStore<Event> {
  /**
   * False while the store does not answer, and where the browser does not open it: nothing is stored there, and what it has is not
   * known.
   */
  readonly answers: Watchable<boolean>
}

/** Opens the store with this name, which is made if there is none. */
export type OpenEventStore = <Event extends Storable>(name: string) => OpenedEventStore<Event>
