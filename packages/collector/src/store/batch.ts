import type { SharedFlags } from './sharedFlags.ts'

/** The application that has sent a batch. */
export interface Application {
  readonly name: string
  readonly platform?: string
  readonly promotion?: string
}

/** Whom an event is about: a person, a visitor who was not signed in, or an account such as a company. */
export type Subject =
  | { readonly kind: 'person' | 'visitor'; readonly id: string }
  | { readonly kind: 'account'; readonly accountKind: string; readonly id: string }

/**
 * An event that has passed the door, which has checked it. No text has a NUL or a lone surrogate: databases take neither, and one such
 * event would hold back all that are written with it.
 */
export interface IncomingEvent {
  /** A UUID in lower case. Two events with the same id are the same event. */
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970, by the clock of the page. */
  readonly happenedAt: number
  /** Identifies the page from its load to its end. Absent in events that have no number. */
  readonly page?: string
  /** The number of the event in its page, from 1. */
  readonly n?: number
  /** The unique identity of who was signed in. */
  readonly person?: string
  /** Who has used the application as this person. */
  readonly impersonator?: string
  /** The visitor of the browser while nobody was signed in, or who has just signed in. */
  readonly visitor?: string
  /** The accounts of the person: kind and key. */
  readonly accounts: readonly (readonly [kind: string, key: string])[]
  readonly session?: string
  /** The whole event as a JSON object, with its moment and its flags, but those that are in `flags`: see `CollectedEvent`. */
  readonly body: string
  /** Only for sinks with `sharesFlags`, which add them wherever the event is read. The events of a batch that have the same flags have the same object. */
  readonly flags?: SharedFlags
}

/** What a batch tells about a page. A page may be told about by another page of its browser, when it has ended. */
export interface PageNote {
  readonly page: string
  /** The highest number that the page has given to an event. */
  readonly last?: number
  /** What has become of other events of the page, by their numbers. To be told twice does no harm. */
  readonly fates: readonly Fate[]
}

/** The numbers from `first` to `last` have this fate, such as `filtered`. */
export interface Fate {
  readonly fate: string
  readonly first: number
  readonly last: number
}

/** The events of one request. */
export interface Batch {
  readonly app: Application
  /** The name that the destination has in the settings of the application. */
  readonly destination: string
  /** `chromium`, `firefox`, `webkit` or `other`. */
  readonly engine: string
  /** The release of the application, if its events say so. */
  readonly release: string
  /** Milliseconds since 1970, by the clock of the collector. */
  readonly receivedAt: number
  /** By how many milliseconds the clock of the page was ahead of the collector's when it sent the batch. Negative when it was behind. */
  readonly clockAheadMs: number
  /**
   * The events are copies from another place, and do not say that the numbers of their pages have arrived: the numbers that are missing beside
   * them may be elsewhere. What is known about these pages comes in `pages`, if at all.
   */
  readonly isCopied?: boolean
  readonly events: readonly IncomingEvent[]
  readonly pages: readonly PageNote[]
}
