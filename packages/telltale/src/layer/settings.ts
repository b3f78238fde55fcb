import type { ConsentSetting } from '../core/consentPart.ts'
import type { BuiltInDestination, Destination } from '../events/destinations/destination.ts'
import type { DefinitionsSetting } from '../core/model/registered.ts'
import type { Observer } from '../core/observer.ts'
import type { PerLevel, PromotionName } from '../core/model/promotion.ts'
import type { Step } from '../core/step.ts'
import type { LayerFlags } from '../flags/flags.ts'
import type { PersonAccounts } from '../identity/accountsPart.ts'
import type { PersonInput, TokenInput } from '../identity/identitySource.ts'
import type { PersonTraits } from '../identity/traitsPart.ts'
import type { Visitor } from '../identity/visitorPart.ts'

/** What the application is. */
export interface AppSettings {
  /** The name of the application, as it appears in the load event, in batches and in the names under which the browser stores its events. */
  name: string
  /** The platform of the application, for the header `Authorization-App-Platform`. `web` when absent. */
  platform?: string | undefined
  /** Whether each navigation loads a page. */
  multiPage?: boolean | undefined
  /** Whether the application is an internal product of the company. */
  internal?: boolean | undefined
}

/** The analytics projects of one promotion level. Only the one that `app.internal` selects is needed. */
export interface ProjectIds {
  /** The project of the company's internal products, which is used when `app.internal` is set. */
  internal?: string | undefined
  /** The project of all other products. */
  external?: string | undefined
}

/** The tokens for requests to who-am-i. */
export interface AuthSettings {
  /**
   * Called at the start, at `identity.refresh()`, before who-am-i is asked again after a failure, and once a second while it returns
   * `undefined`. `null`, or an empty string: nobody is signed in. `undefined`: it is not known yet who is signed in, and events wait.
   * It may return a promise of these: events wait for it, and a user who is shown stays. If the promise rejects, it is called again,
   * as who-am-i is asked again after a failed request. If the function throws, the identity is `unknown` with the reason `failed`.
   * The token is never stored, logged or sent anywhere but to who-am-i. A token that is not 36 characters long needs `idToken`.
   */
  token: () => TokenInput | PromiseLike<TokenInput>
  /** The identity token that belongs to an Auth0 JWT, with the same values as `token`. It is called only if there is a token. */
  idToken?: (() => TokenInput | PromiseLike<TokenInput>) | undefined
}

/** Who is signed in, for an application that knows it from its own session, to which accounts the user belongs, and who visits before. */
export interface IdentitySettings {
  /**
   * Called at the start, at `identity.refresh()`, and once a second while it returns `undefined`. `null`: nobody is signed in.
   * `undefined`: it is not known yet who is signed in, and events wait. An error is reported, and the identity is then
   * `unknown` with the reason `failed`. It takes the place of `api` and `auth`.
   */
  person?: (() => PersonInput) | undefined
  /**
   * The accounts of a person by kind, for flags, events and vendors: `accounts((person) => ({ organization: { key: person.company_id } }))`
   * of `telltale/accounts`. Absent: the person has no accounts, and flags have a context of one kind.
   */
  accounts?: PersonAccounts | undefined
  /** What a collector may know about a person: `traits((person) => ({ role: person.role }))` of `telltale/traits`. Absent: nothing. */
  traits?: PersonTraits | undefined
  /** The visitor whom the browser has while nobody is signed in: `visitor()` of `telltale/visitor`. Absent: events without a user have no id. */
  visitor?: Visitor | undefined
}

/** What happens to events before they are delivered, how long they wait, and how many of them. */
export interface EventSettings {
  /** What adds to events, changes them or drops them, in this order. */
  steps?: readonly Step[] | undefined
  /**
   * How long an event waits for flags, in milliseconds; without a limit when absent. It also stops waiting when the user changes.
   * While the identity is resolving an event waits in any case, so that it is never attributed to another user.
   */
  flagsDeadlineMs?: number | undefined
  /** The budget of the events that wait for delivery, in bytes: 1.25 MB when absent. The oldest are evicted, and an event that alone is larger is given up. */
  maxBytes?: number | undefined
}

/**
 * The settings of `createTelltale`. They are read once. Only `app` is required. Who is signed in comes from who-am-i, with `api` and
 * `auth`; from the application's own session, with `identity.person`; or, with neither, from `telltale.identify`. For a part that only some
 * builds have, write `flags: id ? launchDarkly({ … }) : undefined`: the compiler does not check the names in a spread.
 */
export interface Settings extends DefinitionsSetting {
  /** The application: its name, or its name and what kind of application it is. */
  app: string | AppSettings
  /**
   * The promotion level, or a function that returns it, which is called once. It chooses among the settings that differ by
   * level, and is not needed when none does. Levels may begin with a capital, as in the specification, here and as keys of such settings.
   */
  promotion?: (PromotionName | (() => PromotionName)) | undefined
  /** The base address of the API that answers who-am-i, or one for each level. */
  api?: PerLevel | undefined
  /** The tokens of the current user. After a sign-in, call `telltale.identity.refresh()`, or set `session` of `TelltaleProvider`. */
  auth?: AuthSettings | undefined
  /** Who is signed in, as the application's own session knows it, in place of `api` and `auth`; and the accounts of the user. */
  identity?: IdentitySettings | undefined
  /** The analytics project, or those of each level. If given, it is part of who-am-i's address and of the collector's batches. */
  projects?: PerLevel<ProjectIds> | undefined
  /** Feature flags: `launchDarkly({ … })`, or `injectedClient({ … })` of `telltale/injected`. */
  flags?: LayerFlags | undefined
  /** Product analytics: `heap({ … })`. */
  analytics?: BuiltInDestination | undefined
  /** Real-user monitoring: `datadog({ … })`. */
  monitoring?: BuiltInDestination | undefined
  /** The customer-messaging widget: `intercom({ … })`. */
  messaging?: BuiltInDestination | undefined
  /** Further destinations of events: `collector({ … })`, or an object of your own with `name` and `deliver`. */
  destinations?: readonly (BuiltInDestination | Destination)[] | undefined
  /** The steps on the way of events, and the limits of those that wait for delivery. */
  events?: EventSettings | undefined
  /** What users allow: `consent()` of `telltale/consent`. Absent: everything is allowed. */
  consent?: ConsentSetting | undefined
  /** Observers, such as `consoleLink({ … })` during development, or an object of your own with `name` and `start`. */
  observers?: readonly Observer[] | undefined
  /** Write only errors to the console. This is always so in production. */
  silent?: boolean | undefined
}
