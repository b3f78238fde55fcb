import { isRecord, typeName } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import type { Log } from '../core/ports/platform.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { BaseClient, FlagClient } from './flagClient.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { Changes } from './flagStore.ts'
import type { WireFlags } from './readFlag.ts'

/** An addition to a client on its own, such as hooks. A client without extensions does not pay for them. */
export interface FlagExtension {
  readonly name: string
}

/** What an extension may use of its client. */
export interface ExtensionHost {
  readonly client: BaseClient
  /** What takes precedence over the service's flags. It is changed within `update` only. */
  readonly overrides: WireFlags
  update(key: string, edit: () => void): void
  readonly settings: FlagSettings
  readonly log: Log
  readonly clock: Clock
  /** The id of the environment, if the service has sent it. */
  environmentId(): string | undefined
}

/** What an extension does. */
export interface Extension {
  /** Whether evaluations are observed now; never, if absent. Others take the fastest path. */
  isEvaluationObserved?(): boolean
  /** Called before an operation. Returns a function that is called with its result. */
  before?(series: 'Evaluation' | 'Identify', context: object): (result: object) => void
  tracked?(event: object): void
  /** `isWhole`: all flags were replaced together. */
  changed?(changes: Changes, isWhole: boolean): void
  /** Called when the client switches to this context. */
  entered?(context: Context): void
  /** Whether the first flags count as changes, too. */
  readonly diffFirstFlags?: boolean
  /** Called when the client has been created. */
  register?(client: FlagClient): void
}

/** What an extension consists of. */
export interface ExtensionPart extends FlagExtension {
  start(host: ExtensionHost): Extension
}

/** A copy of a list that the application has given. Items that are not objects are ignored, and reported. */
export const objectsIn = <T extends object>(items: readonly T[], name: string, log: Log): T[] =>
  Array.isArray(items)
    ? items.filter((item) => isRecord(item) || log.warn(`Ignoring ${typeName(item)} in ${name} (T120)`))
    : (log.warn(`${name} should be of type array, got ${typeName(items)} (T121)`), [])
