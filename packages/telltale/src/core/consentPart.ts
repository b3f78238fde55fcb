import type { HasPassed } from './checkOptions.ts'
import type { Readable } from './lib/readable.ts'
import type { ConsentOptions, Consents } from './model/consent.ts'
import type { Platform } from './ports/platform.ts'

/** What the present user allows, and how that is decided. */
export interface Consent extends Readable<Consents> {
  /**
   * Decides about some purposes, for the present user and in all tabs. Purposes that are not named stay as they are. While it is not known
   * who is signed in, the call waits. Names that the settings do not have are reported and ignored, and so is the whole call while a user is
   * impersonated. To say the same again changes nothing.
   */
  set(purposes: Readonly<Record<string, boolean>>, options?: ConsentOptions): void
  /** Denies every purpose except `necessary`. */
  withdraw(options?: ConsentOptions): void
}

/** The consent in the settings of the layer: from `consent`. */
export interface ConsentSetting {
  /** Tells it from other parts of the settings. */
  readonly name: 'consent'
}

/** What it consists of. */
export interface ConsentPart<Late = unknown> extends ConsentSetting, HasPassed {
  /** Called before all else. What it returns takes the place of the settings and of the platform. */
  open<Layer extends object>(settings: Layer, platform: Platform, space: string): OpenConsent<Layer>
  /** Loads what stands between events and what is allowed. */
  load(): Promise<Late>
}

/** The consent of a layer. */
export interface OpenConsent<Layer> {
  /** With a step that adds the decision to events, and a visitor who is somebody else only after the state is. */
  readonly settings: Layer
  /** Keeps in memory what may not be on the device. */
  readonly platform: Platform
  readonly consent: Consent
}
