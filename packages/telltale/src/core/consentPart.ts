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

/**
 * What a consent tool of the page says. `start` is called once, and returns what ends it. It calls `tell` with what the tool has on record, now and at
 * each change: true or false by purpose, or `undefined` if the tool is there and the user has not decided. A reader that tells nothing for ten
 * seconds is reported: a tool that was renamed would otherwise go unnoticed. `isAssumed`: what the tool allows as long as the user has not
 * decided, as under an opt-out law. That is no decision, and signals of the browser go before it.
 */
export interface ConsentReader {
  /** The source of its decisions, such as `onetrust`. */
  readonly name: string
  /** Begins to read the tool. Returns what ends that. */
  start(
    tell: (choices: Readonly<Record<string, boolean>> | undefined, how?: { readonly isAssumed?: boolean }) => void,
  ): () => void
}

/** What has become of a request to be forgotten. */
export interface Forgotten {
  /** Whether the application has answered with a status from 200 to 299. Otherwise ask it again: nothing of it is kept here. */
  readonly isRequested: boolean
  /** The status of its answer; 0 without an answer, and without `forgetUrl`. */
  readonly status: number
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
  /** See `forget` of the layer. */
  forget(): Promise<Forgotten>
}
