import type { Host } from '../core/host.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Impersonation } from './impersonation.ts'

export type KnownIdentity = Extract<Identity, { status: 'known' }>

/**
 * A vendor's script in the page. It acknowledges nothing: an event is handed over once, after the script has loaded, and
 * remembers whom it was told of. May throw: what it throws is reported.
 */
export interface Vendor {
  readonly name: string
  readonly impersonation: Impersonation
  /** Whether it is there and can be called. Asked again and again until it is. */
  isLoaded(): boolean
  /**
   * Whether its script is missing, when it is not loaded after ten seconds: that is reported as an error. False when another
   * error has already said why. True when absent.
   */
  isMissing?(): boolean
  /** Somebody is here: once, before their first event. */
  identify(identity: KnownIdentity): void
  /**
   * Whether its script still has this identity from an earlier page, as in a cookie. `identify` is then not called again within
   * the session of a multi-page application. Called on each page when absent.
   */
  remembers?(identity: KnownIdentity): boolean
  /** It is still them, and what is known of them has changed. */
  update?(identity: KnownIdentity): void
  track(event: AnalyticsEvent): void
  /** Nobody is here any more. */
  reset(): void
  /** Whether an event is for this vendor. All are when absent. */
  accepts?(event: AnalyticsEvent): boolean
  stop?(): void
}

export type VendorPart = (host: Host) => Vendor
