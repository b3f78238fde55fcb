import type { DestinationPart } from '../events/destination.ts'
import type { Observer } from '../core/host.ts'
import type { DefinitionsSetting } from '../core/model/register.ts'
import type { Promotion } from '../core/model/promotion.ts'
import type { FlagsPart } from '../flags/flagsApi.ts'

export interface AppSettings {
  name: string
  /** What the application runs on, for `Authorization-App-Platform`. `web` when absent. */
  platform?: string
  /** Whether each navigation loads a page. */
  multiPage?: boolean
  /** Whether the application is a product for the company's own people. */
  internal?: boolean
}

/** One level's analytics project ids. */
export interface ProjectIds {
  internal: string
  external: string
}

export interface AuthSettings {
  /** Read before each request. Never stored, logged or sent anywhere but to who-am-i. */
  token: () => string | undefined
  /** The identity token that belongs to an Auth0 JWT. */
  idToken?: () => string | undefined
}

export interface EventSettings {
  /**
   * How long an event waits for flags, in milliseconds. For as long as it takes when absent. While it is being found out who is
   * here it waits in any case: an event is nobody else’s.
   */
  flagsDeadlineMs?: number
  /** How much may wait for delivery, in bytes: 1 MB when absent. The oldest of the lowest priority is given up. */
  maxBytes?: number
}

export interface Settings extends DefinitionsSetting {
  /**
   * A function may return `undefined` while the level is not known yet: it is called again at `identity.refresh()` and once a
   * second. Until then nothing is requested, and events wait. The first level holds as long as the page lives.
   */
  promotion: Promotion | (() => Promotion | undefined)
  app: AppSettings
  /** The base address of the reporting API for each level. */
  api: Readonly<Record<Promotion, string>>
  /** The analytics project for each level; its id is part of who-am-i's address. */
  projects: Readonly<Record<Promotion, ProjectIds>>
  auth: AuthSettings
  flags?: FlagsPart
  /** Product analytics: `heap({ … })`. */
  analytics?: DestinationPart
  /** Real-user monitoring: `datadog({ … })`. */
  monitoring?: DestinationPart
  /** The customer-messaging widget: `intercom({ … })`. */
  messaging?: DestinationPart
  /** Where events go. */
  destinations?: readonly DestinationPart[]
  events?: EventSettings
  /** What looks on while the layer works: `consoleLink({ … })` while you develop. */
  observers?: readonly Observer[]
  /** Writes nothing to the console but errors. Always so in production. */
  silent?: boolean
}
