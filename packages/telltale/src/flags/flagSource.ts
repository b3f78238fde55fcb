import type { Context, Flag, UserContext } from '../core/model/flag.ts'

/**
 * Creates the source of one context's flags. It is called again for each context.
 *
 * @param context - the user, as the layer identifies them: a kind, a key and attributes
 * @param signature - proves the context to the service, in secure mode; an empty string where no signature is set
 * @param whole - the same context, or, if the user has `identity.accounts`, one of several kinds with the accounts
 */
export type CreateFlagSource<One = SourceFlag, Of extends Context = UserContext> = (
  context: Of,
  signature: string,
  whole?: Context,
) => FlagSource<One>

/** The flags of one context, from a service of any protocol, or from a function. */
export interface FlagSource<One = SourceFlag> {
  /**
   * Requests all flags of the context once. A failure is repeated by the client, with growing delays: the source repeats nothing. To
   * reject is a failure that may pass.
   */
  fetch(signal: AbortSignal): Promise<FlagAnswer<One>>
  /**
   * Passes on changes until the signal aborts. Called while the application listens for changes, if streaming is not set. Absent when
   * flags change with the next page or the next user only.
   */
  follow?(on: FlagChanges<One>, signal: AbortSignal): void
}

/** All flags of a context, or why there are none. */
export type FlagAnswer<One = SourceFlag> = { readonly flags: Record<string, One> } | FlagFailure

/** Why flags could not be fetched. */
export interface FlagFailure {
  /** Its message is reported. */
  readonly error: Error
  /** Whether another request would fail too. The flags then count as failed at once, and are not requested again. */
  readonly isPermanent?: boolean | undefined
  /** How long the service has asked to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Whether no answer has come in time. It is reported at once, and ends when flags arrive. */
  readonly isTimeout?: boolean | undefined
}

/** What a source that is followed reports. */
export interface FlagChanges<One = SourceFlag> {
  /** All flags have been received again. */
  flags(all: Record<string, One>): void
  /** One flag has been received. It is ignored if it has a version, and that is not newer than the flag's. */
  patch(key: string, flag: One): void
  /** The flags are to be requested: the service says so, or changes may have been missed. */
  stale(): void
  /** Whether changes may have been missed before now. Not while the task goes on in which the flags were requested. */
  hasMissed(): boolean
}

/** A flag from a source. */
export interface SourceFlag extends Omit<Flag, 'version'> {
  /** Grows with each change of the flag. If absent, whatever is received last is in force. */
  readonly version?: number | undefined
}
