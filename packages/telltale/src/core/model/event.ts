import type { Identity, KnownIdentity, PersonWithAccounts } from './identity.ts'
import type { Json } from './json.ts'

/** The properties of an event by name. */
export type EventProperties = Readonly<Record<string, Json>>

/** The user of an event, the accounts of the user, and the impersonator. */
export interface EventIdentity extends Pick<KnownIdentity, 'impersonator' | 'accounts'> {
  /** The unique identity. Absent if nobody was signed in, or if it could not be determined who was. */
  readonly id?: string
}

/** The state at the time of an event. A draft waits for the flags of its epoch. */
export interface EventDraft {
  /** UUID v7. Destinations drop a second event with the same id, so an event can be sent twice without harm. */
  readonly id: string
  /** The name that was given to `track`. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  /**
   * The address of the page, without tokens, codes, e-mail addresses and other values that grant access or identify a
   * person.
   */
  readonly url: string
  /** The properties that were given to `track`, and `screen_dimensions`. In a complete event, the flags too. */
  readonly properties: EventProperties
  /** Whether the event goes to the customer-messaging widget too. */
  readonly messaging?: true
  /** The epoch of the identity in which the event happened. */
  readonly epoch: string
  /** Absent if the identity was still resolving. */
  readonly identity?: EventIdentity
  /** The question of its page whose answer says to whom the event belongs: `<page>/<number>`. Present while it waits. */
  readonly question?: string
  /** A salted digest, with its salt, of the token. Present while the answer is awaited. */
  readonly tokenDigest?: string
  /** The user who was on the screen, confirmed by an earlier question or remembered from an earlier page. */
  readonly shown?: EventIdentity
  /** The names of the destinations of its page. Present while it waits. */
  readonly destinations?: readonly string[]
  /** The page holds a lock with its id as long as it is open. */
  readonly hasLock?: true
  /**
   * The flags that were shown to `flagsUser` when the event happened. They were in force if this user turns out to be
   * the owner of the event.
   */
  readonly flagSet?: FlagSet
  /** The user to whom `flagSet` was shown. */
  readonly flagsUser?: EventIdentity
}

/** What a draft has only while it waits. */
type Waiting = 'question' | 'tokenDigest' | 'shown' | 'destinations' | 'hasLock' | 'flagsUser'

/** A complete event, with the properties of the flags that were in force. It never changes again. */
export interface AnalyticsEvent extends Omit<EventDraft, Waiting | 'flagSet'> {
  /** The user of the event. It is empty if nobody was signed in, or if it could not be determined who was. */
  readonly identity: EventIdentity
  /** Only stored events have a set of flags. */
  readonly flagSet?: never
}

/** The properties of all flags that were in force together. Equal sets have equal ids. */
export interface FlagSet {
  /** The id of the set, derived from its properties. */
  readonly id: string
  /** The properties of events, by names such as `LDFF: new_pricing`. */
  readonly properties: EventProperties
}

/**
 * An event as it is stored. Its flags are not among its properties, but in a set that is stored once for many events.
 */
export interface StoredEvent extends Omit<AnalyticsEvent, 'flagSet'> {
  readonly flagSet?: FlagSet
}

/**
 * Returns the identity that an event carries: undefined while who-am-i has not answered, empty for an anonymous user.
 */
export function eventIdentity(identity: Identity): EventIdentity | undefined {
  if (identity.status === 'resolving') return undefined
  if (identity.status === 'unknown') return {}
  return ownerIn(identity)
}

/** Returns the identity of the events of this person. */
export const ownerIn = ({
  person: { unique_identity: id, mimic_user: impersonator },
  accounts,
}: PersonWithAccounts): EventIdentity =>
  Object.freeze({ id, ...(impersonator && { impersonator }), ...(accounts && { accounts }) })

/** Whether both have the same user, the same impersonator, if there is one, and accounts of the same kinds with the same keys. */
export const isSameIdentity = (one: EventIdentity, other: EventIdentity): boolean =>
  one.id === other.id &&
  one.impersonator === other.impersonator &&
  hasAccountsOf(one, other) &&
  hasAccountsOf(other, one)

/** Another script may have changed a stored identity: it may be anything. */
const hasAccountsOf = ({ accounts }: EventIdentity, other: EventIdentity) =>
  Object.keys(other.accounts ?? {}).every((kind) => accounts?.[kind]?.key === other.accounts?.[kind]?.key)

/** The options of `track`. */
export interface TrackOptions {
  /** Also sends the event to the customer-messaging widget. */
  messaging?: boolean | undefined
}
