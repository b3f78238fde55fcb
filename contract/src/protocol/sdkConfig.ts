import type { HookConfig } from './hookCallback.ts'

type Maybe<T> = T | null | undefined

/** How the harness wants a client to be set up. What is `null` is absent; times are in milliseconds. */
export interface SdkConfig {
  credential: string
  startWaitTimeMs?: Maybe<number>
  /** Initialisation may fail without the request failing. */
  initCanFail?: Maybe<boolean>
  serviceEndpoints?: Maybe<{ streaming?: Maybe<string>; polling?: Maybe<string>; events?: Maybe<string> }>
  /** Its presence switches streaming on. */
  streaming?: Maybe<{ baseUri?: Maybe<string>; initialRetryDelayMs?: Maybe<number> }>
  polling?: Maybe<{ baseUri?: Maybe<string> }>
  /** Its absence switches events off. */
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
    /** A user of the old format. */
    initialUser?: Maybe<object>
    evaluationReasons?: Maybe<boolean>
    useReport?: Maybe<boolean>
    hash?: Maybe<string>
  }>
  hooks?: Maybe<{ hooks?: Maybe<readonly HookConfig[]> }>
  wrapper?: Maybe<{ name?: Maybe<string>; version?: Maybe<string> }>
}
