import { isRecord, typeName } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import type { Log, Clock } from '../core/ports/platform.ts'
import type { BaseClient } from '../flags/baseClient.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagSettings } from '../launchDarklyService/flagSettings.ts'
import type { FlagExtension } from './flagClientOptions.ts'
import type { Changes } from '../flags/flagStore.ts'
import type { WireFlags } from '../flags/wireFlags.ts'

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

/** An extension that consists of a list of the application. Items that are not objects are ignored, and reported. */
export function listExtension<Item extends object>(
  name: string,
  given: readonly Item[],
  run: (items: readonly Item[], host: ExtensionHost) => Extension,
): ExtensionPart {
  return { name, start: (host) => run(objectsIn(host.log), host) }

  function objectsIn(log: Log): Item[] {
    if (Array.isArray(given)) {
      return given.filter((item) => isRecord(item) || log.warn(`Ignoring ${typeName(item)} in ${name} (T120)`))
    }
    log.warn(`${name} should be of type array, got ${typeName(given)} (T121)`)
    return []
  }
}

export type Observe = (series: 'Evaluation' | 'Identify', operation: object) => (result: object) => void

/** The extensions as observers of operations. */
export function observation(extensions: readonly Extension[]) {
  const observe: Observe = (series, operation) => {
    const afters = extensions.map((one) => one.before?.(series, operation)).reverse()
    return (result: object) => afters.forEach((after) => after?.(result))
  }
  return { observers: extensions.flatMap((one) => one.isEvaluationObserved ?? []), observe }
}
