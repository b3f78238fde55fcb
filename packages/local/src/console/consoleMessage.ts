import type { CollectorTotals } from '../collector/collector.ts'
import type { StoredEvent } from '../collector/eventStore.ts'
import type { Fault } from '../faults/fault.ts'
import type { FlagCounts } from '../flags/flagEvents.ts'
import type { FlagConnection } from '../flags/flagStreams.ts'
import type { ServerFlag } from '../flags/serverFlag.ts'
import type { LocalUser } from '../users/usersFile.ts'

/** A file the services run from, and what is wrong with it while an older content is in force. */
export interface ConsoleFile {
  readonly path: string
  readonly problems: readonly string[]
}

/** The flags of one client-side id. */
export interface ConsoleEnvironment {
  readonly id: string
  /** The promotion levels it serves. */
  readonly levels: readonly string[]
  readonly flags: readonly ServerFlag[]
}

/** What a flag is for somebody, and what decided it. */
export interface ConsoleEvaluation {
  readonly value: unknown
  readonly variation?: number
  readonly reason: { readonly kind: string; readonly ruleIndex?: number; readonly prerequisiteKey?: string }
}

/** Everything the console shows but the events. */
export interface ConsoleState {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Where events are kept. */
  readonly data: string
  readonly flagsFile: ConsoleFile
  readonly environments: readonly ConsoleEnvironment[]
  readonly counts: FlagCounts
  readonly usersFile: ConsoleFile
  readonly users: readonly LocalUser[]
  readonly connections: readonly FlagConnection[]
  /** What is broken on purpose. */
  readonly faults: readonly Fault[]
}

/** What the console's stream carries. */
export type ConsoleMessage =
  | { readonly type: 'state'; readonly state: ConsoleState }
  /** `history`: in place of what was shown; `arrived`: above it. The newest first. */
  | {
      readonly type: 'history' | 'arrived'
      readonly events: readonly StoredEvent[]
      readonly totals: CollectorTotals
    }
