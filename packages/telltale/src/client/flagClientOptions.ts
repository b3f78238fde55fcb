import type { Log } from '../core/ports/platform.ts'
import type { ClientOptions, Complete } from '../launchDarklyService/flagSettings.ts'

/** An addition to a standalone client, such as hooks. Clients without extensions do not bundle them. */
export interface FlagExtension {
  /** The name of the function that made it. */
  readonly name: string
}

/** The service's entity tags, which a standalone client keeps across visits. */
export interface FlagEtags {
  /** `etags`. */
  readonly name: string
}

/** The storage that a standalone client uses instead of `localStorage`. */
export interface FlagStorage {
  /** `storage`. */
  readonly name: string
}

/** Further options of a standalone flag client. The layer has its own log and storage. */
export interface FlagClientOptions extends ClientOptions {
  /** Receives warnings and errors; the console if absent. */
  logger?: Log | undefined
  /** From `withEtags`. */
  etags?: FlagEtags | undefined
  /** Send an id of the client instance. The vendor's servers do not allow its request header across origins, either. */
  instanceId?: boolean | undefined
  /** From `withHooks`, `withInspectors` or `withPlugins`. */
  extensions?: readonly FlagExtension[] | undefined
  /** From `withStorage`: stores the keys of anonymous contexts, and flags, in place of `localStorage`. */
  storage?: FlagStorage | undefined
}

export type FlagClientSettings = Complete<FlagClientOptions>
