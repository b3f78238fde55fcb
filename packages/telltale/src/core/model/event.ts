import type { Accounts, Identity, KnownIdentity, PersonWithAccounts } from './identity.ts'
import type { Json } from './json.ts'

/** The properties of an event by name. */
export type EventProperties = Readonly<Record<string, Json>>

/** The user of an event, the accounts of the user, and the impersonator. */
export interface EventIdentity extends Pick<KnownIdentity, 'impersonator'> {
  /** The unique identity. Absent if nobody was signed in, or if it could not be determined who was. */
  readonly id?: string
  /** The visitor whom the browser had while nobody was signed in, with `identity.visitor` of the settings. */
  readonly visitor?: string
  /** The accounts of the user, by kind. Absent if there are none. */
  readonly accounts?: Accounts
}

/**
 * What an event is, if it is no call of `track`. The library records events of the first four kinds; a step of the application may
 * record any.
 */
export type EventKind = 'page' | 'sign-in' | 'exposure' | 'consent' | 'error' | 'vital'

/** The session of a browser: a period without a pause of 30 minutes, over all tabs. */
export interface MomentSession {
  /** Identifies the session. */
  readonly id: string
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number
}

/** A view: what is on the screen until the next navigation. */
export interface MomentView {
  /** Identifies the view. */
  readonly id: string
  /** The pattern of the route, such as `/quotes/:id`, or the path where no router gives one. */
  readonly pattern: string
  /** The title of the document. */
  readonly title?: string
  /** The address before this one, without what grants access or identifies a person. */
  readonly referrer?: string
}

/** What many events of a page have in common. A batch contains it once. */
export interface Moment {
  /** The session, if the settings have the step `session()`. */
  readonly session?: MomentSession
  /** The view, if the settings have the step `pageViews()`. */
  readonly view?: MomentView
  /** The release of the application. */
  readonly release?: string
  /** The environment of the application, such as `production`. */
  readonly environment?: string
  /** The record of the consent under which the event was tracked, if a step of the application adds it. */
  readonly consent?: string
  /** The share of the persons whose events are sent, if it is not all of them: between 0 and 1. */
  readonly sampleRate?: number
  /** The browser says that a program controls it. */
  readonly automated?: true
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
  /** Identifies the page, from its load to its end. */
  readonly page: string
  /** The number of the event among all events of its page, from 1. */
  readonly n: number
  /** What the event is. Absent: a call of `track`, or the load event. */
  readonly kind?: EventKind
  /**
   * Of an event of the kind `exposure`: a digest of the unit, the flag, the variation, the version, and whether it was part of an experiment.
   * Other pages and devices record the same: the first one counts.
   */
  readonly exposure?: string
  /** Where and under which conditions it happened, from the steps of the settings. Events of one moment share the object. */
  readonly moment?: Moment
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
  /** Those of them for which the browser may not keep it: they get it from its page, or not at all. Present while it waits. */
  readonly withheld?: readonly string[]
  /** The page holds a lock with its id as long as it is open. */
  readonly hasLock?: true
  /** The first answer for its token that another page has got to a question asked after the event. Present while it waits. */
  readonly told?: EventIdentity
  /** What was shown, if the event is an exposure, and the unit that was known then. Present while it waits. */
  readonly exposing?: Exposing
  /** A number that stands for the person whose session the event has. Present while it waits. */
  readonly sessionOf?: number
  /**
   * The flags that were shown to `flagsUser` when the event happened. They were in force if this user turns out to be
   * the owner of the event.
   */
  readonly flagSet?: FlagSet
  /** The user to whom `flagSet` was shown. */
  readonly flagsUser?: EventIdentity
}

/** A variation that was shown. */
export interface Exposing {
  /** The key of the flag. */
  readonly flag: string
  /** The place of the variation, from 0, if the flag service sends it. */
  readonly variation?: number
  /** Present without a variation. */
  readonly value?: Json
  /** The version of the flag. */
  readonly version?: number
  /** The service says that it was part of an experiment. */
  readonly in_experiment?: true
  /** The kind of the unit by which the flag divides its users. Absent if the user was not known. */
  readonly unit?: string | undefined
  /** The key of this unit. */
  readonly key?: string | undefined
}

/** What a draft has only while it waits. */
type Waiting =
  | 'question'
  | 'tokenDigest'
  | 'shown'
  | 'destinations'
  | 'withheld'
  | 'hasLock'
  | 'told'
  | 'exposing'
  | 'sessionOf'
  | 'flagsUser'

/** A complete event, with the properties of the flags that were in force. It never changes again. */
export interface AnalyticsEvent extends Omit<EventDraft, Waiting | 'flagSet'> {
  /** The user of the event. It is empty if nobody was signed in, or if it could not be determined who was. */
  readonly identity: EventIdentity
  /** Those of its set of flags. Leave such an event out of an experiment. */
  readonly overridden?: readonly string[]
  /** Only stored events have a set of flags. */
  readonly flagSet?: never
}

/** How a flag came to its value. */
export interface FlagFacts {
  /** The name of the property with its value, such as `LDFF: new_pricing`. Absent if that property has the value of another flag. */
  readonly property?: string
  /** Present if no property has the value. */
  readonly value?: Json
  /** `variation` of the flag. */
  readonly variation?: number
  /** The version of the flag: `flagVersion`, or else `version` of the service. Absent if it sends none. */
  readonly version?: number
  /** The kind of the reason, such as `RULE_MATCH`, if the service sends reasons. `OVERRIDE`: a panel for developers shows another value. */
  readonly reason?: string
  /** The service says that the user was part of an experiment. Outside one, the same variation is no result. */
  readonly inExperiment?: true
}

/** The properties of all flags that were in force together. Equal sets have equal ids. */
export interface FlagSet {
  /** The id of the set, derived from its contents. */
  readonly id: string
  /** The properties of events, by names such as `LDFF: new_pricing`. */
  readonly properties: EventProperties
  /** How each flag came to its value, by its key. */
  readonly flags: Readonly<Record<string, FlagFacts>>
  /** The keys of the flags whose values a panel for developers has replaced. */
  readonly overridden?: readonly string[]
}

/**
 * How many characters the details of the flags may have in a request that outlives the page. All such requests of a page share 64 KiB,
 * and the events have priority: another batch with the same set has its details.
 */
export const MAX_DETAILS = 8_000

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
  if (identity.status === 'unknown') {
    const { visitor } = identity
    return visitor ? { visitor } : {}
  }
  return ownerIn(identity)
}

/** Returns the identity of the events of this person. */
export const ownerIn = ({
  person: { unique_identity: id, mimic_user: impersonator },
  accounts,
}: PersonWithAccounts): EventIdentity =>
  Object.freeze({ id, ...(impersonator && { impersonator }), ...(accounts && { accounts }) })

/** Whether both have the same user or visitor, the same impersonator, if there is one, and accounts of the same kinds with the same keys. */
export const isSameIdentity = (one: EventIdentity, other: EventIdentity): boolean =>
  one.id === other.id &&
  one.visitor === other.visitor &&
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
