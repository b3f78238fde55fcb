import type { HookConfig } from './hookCallback.ts'

type Maybe<T> = T | null | undefined

/** The configuration of a client. The harness sends `null` for what is absent; times are in milliseconds. */
export interface SdkConfig {
  credential: string
  startWaitTimeMs?: Maybe<number>
  /** The request succeeds even if the initialization fails. */
  initCanFail?: Maybe<boolean>
  serviceEndpoints?: Maybe<{ streaming?: Maybe<string>; polling?: Maybe<string>; events?: Maybe<string> }>
  /** Streaming is on if this section is present. */
  streaming?: Maybe<{ baseUri?: Maybe<string>; initialRetryDelayMs?: Maybe<number> }>
  polling?: Maybe<{ baseUri?: Maybe<string> }>
  /** Events are off if this section is absent. */
  events?: Maybe<{
    baseUri?: Maybe<string>
    capacity?: Maybe<number>
    enableDiagnostics?: Maybe<boolean>
    allAttributesPrivate?: Maybe<boolean>
    globalPrivateAttributes?: Maybe<readonly string[]>
    flushIntervalMs?: Maybe<number>
  }>
  tags?: Maybe<{ applicationId?: Maybe<string>; applicationVersion?: Maybe<string> }>
  clientSide?: Maybe<{
    initialContext?: Maybe<object>
    /** A user in the old format. */
    initialUser?: Maybe<object>
    evaluationReasons?: Maybe<boolean>
    useReport?: Maybe<boolean>
    hash?: Maybe<string>
  }>
  hooks?: Maybe<{ hooks?: Maybe<readonly HookConfig[]> }>
  wrapper?: Maybe<{ name?: Maybe<string>; version?: Maybe<string> }>
}
