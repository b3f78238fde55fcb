/** Whether a user allows a purpose. `pending`: nobody has decided yet, or it is not known yet who is signed in. */
export type ConsentState = 'pending' | 'granted' | 'denied'

/** What the present user allows. */
export interface Consents {
  /** The state of each purpose. `necessary` is granted, but for a page that has forgotten its user: there, nothing is. */
  readonly purposes: Readonly<Record<string, ConsentState>>
  /** The decision that is in force. Absent while there is none: the states are then those of the settings and of the browser's signals. */
  readonly decision?: ConsentDecision | undefined
  /** Whether the user is to be asked now: a purpose is pending, and it can be decided. */
  readonly shouldAsk: boolean
  /** Whether nothing can be decided: the user is impersonated, and it is the choice of that person that holds. */
  readonly isLocked: boolean
}

/** A decision of a user. */
export interface ConsentDecision {
  /** The id of the event that records it. Later events have it as `moment.consent`. */
  readonly id: string
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  /** The version of the text that was shown. Empty if the settings and the call have none. */
  readonly text: string
  /** Where it was made, such as `dialogue` or `onetrust`. */
  readonly source: string
}

/** What is said of a decision. */
export interface ConsentOptions {
  /** The version of the text that was shown: `text` of the settings when absent. A decision for another version than theirs counts as none. */
  readonly text?: string | undefined
  /** Where it was made, such as `settings`: `page` when absent. */
  readonly source?: string | undefined
}
