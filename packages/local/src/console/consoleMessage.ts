import type { CollectorTotals } from '../collector/collector.ts'
import type { StoredEvent } from '../collector/eventStore.ts'
import type { Fault } from '../faults/fault.ts'
import type { FlagCounts } from '../flags/flagEvents.ts'
import type { ServerFlag, ServerSegment } from '../flags/serverFlag.ts'
import type { LocalUser } from '../users/usersFile.ts'
import type { ConsoleChange } from './consoleChange.ts'
import type { ConsoleConnections, StreamConnection } from './consoleConnections.ts'
import type { EventLife } from './eventLife.ts'
import type { MetricsSample } from './metricsSample.ts'
import type { VendorRecord } from './vendorRecord.ts'

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
  readonly reason: {
    readonly kind: string
    readonly ruleIndex?: number
    readonly ruleId?: string
    readonly prerequisiteKey?: string
    readonly errorKind?: string
    readonly inExperiment?: boolean
  }
}

/** Why something was not done: a sentence, and what is wrong at which place of what was sent. */
export interface ConsoleRefusal {
  readonly message: string
  readonly problems?: readonly Problem[]
}

/** `path`: as one would write it in code, `rules[0].clauses[1].values`; empty for the whole. */
export interface Problem {
  readonly path: string
  readonly message: string
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
  readonly segments: readonly ServerSegment[]
  readonly usersFile: ConsoleFile
  readonly users: readonly LocalUser[]
  /** Flag streams that are open. */
  readonly connections: readonly StreamConnection[]
  /** Changes of flags since the start, the newest first. */
  readonly changes: readonly ConsoleChange[]
  /** What is broken on purpose. */
  readonly faults: readonly Fault[]
}

/**
 * What the console's stream carries. After a connection: `state`, `history`, `older` (repeatedly), and everything that is known
 * of the rest; from then on what is new.
 */
export type ConsoleMessage =
  | { readonly type: 'state'; readonly state: ConsoleState }
  /** `history`: in place of what was shown; `arrived`: above it; `older`: below it. The newest first. */
  | {
      readonly type: 'history' | 'arrived' | 'older'
      readonly events: readonly StoredEvent[]
      readonly totals: CollectorTotals
    }
  /** By id, in place of what was known of it. */
  | { readonly type: 'life'; readonly lives: readonly EventLife[] }
  | { readonly type: 'connections'; readonly connections: ConsoleConnections }
  /** The newest last. `isAll`: in place of what was shown, otherwise below it. */
  | { readonly type: 'vendors'; readonly records: readonly VendorRecord[]; readonly isAll: boolean }
  /** By `at`, in place of what was known of that second. */
  | { readonly type: 'metrics'; readonly samples: readonly MetricsSample[] }
