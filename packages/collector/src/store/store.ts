import type { Application, Batch, IncomingEvent, Subject } from './batch.ts'
import type { LossReport, LossTimes } from './lossReport.ts'

export type { Application, Batch, Fate, IncomingEvent, PageNote, Subject } from './batch.ts'

/**
 * What a store has done with one event.
 *
 * - `new`: it is durable, and was not known.
 * - `known`: it has been durable before.
 * - `stored`: it is durable, and the store cannot tell whether it was known.
 * - `erased`: it is about somebody whose data were deleted. It is not stored, and does not have to come again.
 * - `refused`: this store cannot take this event, whatever happens. It is not stored.
 */
export type Outcome = 'new' | 'known' | 'stored' | 'erased' | { readonly refused: string }

/** Where events go to. */
export interface EventSink {
  /** For messages, such as `SQLite`. Says nothing secret. */
  readonly name: string
  /**
   * Whether flags that many events have in common come once, apart from the bodies of events. With `true`, they are kept once. With `until-written`,
   * each event is stored with its own copy, which counts towards `maxStoredBytes`, and is made as late as possible. Without it, each event comes with
   * all of its flags in its body.
   */
  readonly sharesFlags?: boolean | 'until-written'
  /**
   * Stores the events of a batch, and what it tells about pages. Resolves with the outcome of each event, in their order, as soon as all
   * that are to be stored are durable. Rejects if that cannot be said of one of them: the whole batch then comes again, and what was stored
   * of it is `known`.
   *
   * Batches that are appended at the same time may be written together. An event that is refused takes no other with it. After `signal` is
   * aborted, a batch that has not begun to be written is left out, and the promise rejects.
   */
  append(batch: Batch, signal?: AbortSignal): Promise<readonly Outcome[]>
  /** Resolves if events can be stored now. Rejects with the reason. */
  check(): Promise<void>
  /** Writes what waits, and releases everything. After that, `append` rejects. */
  close(): Promise<void>
}

/** An event as it is read from a store. */
export interface StoredEvent {
  /** Identifies the place of the event in the store: see `EventReader`. */
  readonly cursor: string
  readonly id: string
  readonly app: Application
  /** Milliseconds since 1970, by the clock of the collector that has stored it. */
  readonly receivedAt: number
  /** What `Batch` says about the clock of the page, if the store keeps it. */
  readonly clockAheadMs?: number
  /** The whole event as a JSON object. */
  readonly body: string
}

/** Stores that can be read. */
export interface EventReader {
  /**
   * The newest events by their arrival, the newest first: those that arrived before `before`, which is a cursor, or all. Rejects with the code
   * `WRONG_CURSOR` for a text that is none of this store.
   */
  newest(limit: number, before?: string): Promise<readonly StoredEvent[]>
  /**
   * Events in the order in which they have become visible, which is not always that of `receivedAt`: those after `cursor`, or from the
   * start. None is ever left out by reading on from the cursor of the last one. Empty if there is nothing new.
   */
  after(cursor: string | undefined, limit: number): Promise<readonly StoredEvent[]>
  count(): Promise<number>
  /** What is known about the numbers of all pages, for the loss meter. */
  numbers(): Promise<readonly PageNumbers[]>
  /**
   * What `lossReport` says about these numbers, from sums that the store keeps: it costs the same for any number of pages. What was told
   * within the last seconds may be missing: `uncountedPages` says of how many pages. Without it, all numbers are read for each report.
   */
  loss?(times: LossTimes): Promise<LossReport>
}

/** What is known about the numbers of the events of one page. */
export interface PageNumbers {
  readonly page: string
  readonly app: string
  readonly engine: string
  readonly destination: string
  readonly release: string
  /** The highest number that the page has given to an event, as far as it is known. */
  readonly last: number
  /** When the page has last delivered, in milliseconds since 1970 by the clock of the collector. */
  readonly seenAt: number
  /** The numbers of the events that have arrived, whether they are still stored or not. */
  readonly arrived: readonly (readonly [first: number, last: number])[]
  /** The numbers that pages have told about, by fate. */
  readonly fates: ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>
}

/** The deletion of all events about somebody. */
export interface Erasure {
  readonly id: string
  readonly kind: Subject['kind']
  /** Milliseconds since 1970. Events that happened up to here, by a clock that is set right, are deleted, and not stored any more. */
  readonly before: number
  readonly status: 'running' | 'done'
  /** How many events were deleted so far. */
  readonly deleted: number
  /**
   * How many visitors are known to have signed in as the person; 0 if `kind` is not `person`. Their events are deleted, too: a late sign-in
   * adds its visitor.
   */
  readonly visitors: number
  /** See `EraseOptions`. */
  readonly keepsConsents?: true
}

export interface EraseOptions {
  /** Decisions about consent are left, and the sign-ins that say whose the decisions of a visitor are. Late decisions are stored. */
  readonly keepsConsents?: boolean | undefined
}

/** What a copy of an event says about whose it is. */
export interface EventCopy extends Pick<IncomingEvent, 'id' | 'person' | 'impersonator' | 'visitor' | 'accounts'> {
  /** Milliseconds since 1970, by the clock of the collector that has stored the event. */
  readonly receivedAt: number
  /** Whether it is a decision about consent, which a deletion may have left. */
  readonly isConsent?: boolean
}

/** Stores that can give somebody's data out, and delete them. */
export interface PeopleStore {
  /**
   * All events about somebody, in the order of arrival: those with this person as the one who was signed in or who impersonated, with this
   * account, or with this visitor. Those of a person include those of the visitors who have signed in as this person.
   */
  about(subject: Subject): AsyncIterable<readonly StoredEvent[]>
  /**
   * The decisions of a person about consent, the newest first by their arrival, with those of the visitors who have signed in as this person:
   * those that arrived before `before`, which is a cursor, or all. Decisions that the person has made as an impersonator are of others. Rejects
   * with the code `WRONG_CURSOR` for a text that is none of this store.
   */
  consents(person: string, limit: number, before?: string): Promise<readonly StoredEvent[]>
  /**
   * Deletes them. Resolves as soon as the order is durable; the rest goes on, also after a restart. Events about the subject that arrive
   * later and happened before `before` are not stored (`erased`).
   *
   * @param before - milliseconds since 1970; now when left out, `Infinity` for everything that will ever arrive
   */
  erase(subject: Subject, before?: number, options?: EraseOptions): Promise<Erasure>
  /**
   * Of copies of events that are elsewhere, such as in files, the ids of those that an erasure has deleted here, or would have deleted if the
   * event had still been here: a copy may be kept for longer than the store keeps events. The ids of what was deleted are known at least as
   * long as the store keeps events, whose data were deleted for ever.
   */
  erasedAmong(copies: readonly EventCopy[]): Promise<readonly string[]>
  /** All erasures, the newest first. They do not say whose data were deleted. */
  erasures(): Promise<readonly Erasure[]>
  /** Those of them that are running. Without it, all are read for them. */
  runningErasures?(): Promise<readonly Erasure[]>
}

/** A store with everything. */
export interface EventStore extends EventSink, EventReader, PeopleStore {}
