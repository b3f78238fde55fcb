import type { Json } from './json.ts'

export type EventProperties = Readonly<Record<string, Json>>

/** How the name of a flag property begins. The specification's §7. */
export const FLAG_PREFIX = 'LDFF: '

/** Whom an event belongs to. */
export interface EventIdentity {
  /** The unique identity; absent when it could not be found out. */
  readonly id?: string
  /** The e-mail address of whoever was looking at the application as this person. */
  readonly impersonator?: string
}

/** What was true when it happened. Waits for the flags of its epoch. */
export interface EventDraft {
  /** UUID v7. Destinations drop a second event of the same id, so that sending twice does no harm. */
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Where it happened, without what opens something or names somebody: tokens, codes, addresses of e-mail. */
  readonly url: string
  readonly properties: EventProperties
  /** It goes to the customer-messaging widget too. */
  readonly messaging?: true
  /** What is kept longest when more waits than may be kept. `normal` when absent. */
  readonly priority?: 'low' | 'high'
  /** The epoch of the identity in which it happened. */
  readonly epoch: string
  /** Absent while it was still being found out who is here. */
  readonly identity?: EventIdentity
  /** In place of the identity: a salted digest of the token whose owner was being found out, with the salt in it. */
  readonly credential?: string
  /** The flags that were shown to `flagsUser` when it happened: they were in force if that user turns out to be its owner. */
  readonly flagSet?: FlagSet
  readonly flagsUser?: EventIdentity
}

/** Complete, with the properties of the flags that were in force. Never changed again. */
export interface AnalyticsEvent extends Omit<EventDraft, 'credential' | 'flagSet' | 'flagsUser'> {
  readonly identity: EventIdentity
  /** Stored events alone have one. */
  readonly flagSet?: never
}

/** The properties of all flags that were in force together. Equal sets have equal ids. */
export interface FlagSet {
  readonly id: string
  readonly properties: EventProperties
}

/** An event as it is stored: the flags are not among its properties, but in a set that is stored once for many events. */
export interface StoredEvent extends Omit<AnalyticsEvent, 'flagSet'> {
  readonly flagSet?: FlagSet
}
