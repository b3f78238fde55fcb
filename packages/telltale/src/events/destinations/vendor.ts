import type { HasPassed } from '../../core/checkOptions.ts'
import type { Host } from '../../core/host.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { KnownIdentity } from '../../core/model/identity.ts'
import type { Destination, Impersonation } from './destination.ts'

/**
 * A vendor's script in the page. It acknowledges nothing: each event is handed over once, after the script has loaded.
 * The script remembers the user it was given. Its methods may throw, and each error is reported. An
 * event for which `track` throws is refused: it is kept in `telltale.refused`.
 */
export interface Vendor extends Pick<Destination, 'accepts'> {
  /** The name in reports, in `telltale.counts()` and in the console. The events that wait are kept under it. */
  readonly name: string
  /** What happens to the events of a user who is impersonated; `tag` when absent. */
  readonly impersonation?: Impersonation | undefined
  /** Whether the script is present and can be called. Checked repeatedly until it is. When absent, it always can. */
  isLoaded?(): boolean
  /**
   * Whether the script is missing when it has not loaded after ten seconds. A missing script is reported as an error.
   * Return false when another error has already given the reason. When absent, the script counts as missing.
   */
  isMissing?(): boolean
  /** Identifies a user. Called once, before the first event of that user. */
  identify(identity: KnownIdentity): void
  /**
   * Whether the script has this identity, for example in a cookie of an earlier page. Without an identity: whether it
   * has any. If the script already has the user, `identify` is not called again within the session of a multi-page
   * application. If it has a user from a page that could not store this, it is reset. When this method is absent, or
   * answers undefined because the script does not tell, `identify` is called on each page.
   */
  remembers?(identity?: KnownIdentity): boolean | undefined
  /** Called when the data of the same user has changed, such as the name of an account. */
  update?(identity: KnownIdentity): void
  /** Passes an event to the script, whose user is the owner of the event. */
  track(event: AnalyticsEvent): void
  /** Called when the user has signed out, or before another user is identified. */
  reset(): void
  /**
   * Called when the user has allowed what the script does, or does not allow it any more, which the script has to know. Only with `consent` in the
   * settings, and while the script is loaded. What the script has of a user is reset before.
   */
  allow?(isAllowed: boolean): void
  /** How the names of the cookies begin that the script keeps on the site of the application. They are removed when it is not allowed. */
  readonly cookies?: readonly string[] | undefined
  /** Called by `telltale.close()`. */
  stop?(): void
}

/** What a built-in vendor consists of. */
export interface VendorPart extends Pick<Vendor, 'name' | 'impersonation' | 'accepts'>, HasPassed {
  /** The accounts of a person make no other user of the script: a change of them is an update. */
  readonly identifiesPersons?: true
  start(host: Host): Vendor
}
