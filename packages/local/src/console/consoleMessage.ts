import type { CollectorTotals, ReceivedEvent } from '../collector/collector.ts'
import type { Fault } from '../faults/fault.ts'
import type { FlagCounts } from '../flags/flagEvents.ts'
import type { ServerFlag, ServerSegment } from '../flags/serverFlag.ts'
import type { LocalUser } from '../users/usersFile.ts'
import type { ConsoleChange } from '../editing/consoleChange.ts'
import type { ConsoleConnections, StreamConnection } from '../protocol/consoleConnections.ts'
import type { Problem } from '../protocol/problem.ts'
import type { EventLife } from '../protocol/eventLife.ts'
import type { MetricsSample } from '../protocol/metricsSample.ts'
import type { VendorRecord } from '../protocol/vendorRecord.ts'
import type { PersonAccounts } from '../collector/personAccounts.ts'
import type { ConsoleLoss } from './lossWatch.ts'

/** A file that the services use, and its errors while an older version of it is in use. */
export interface ConsoleFile {
  readonly path: string
  readonly problems: readonly string[]
}

/** The flags of one client-side id. */
export interface ConsoleEnvironment {
  readonly id: string
  /** The promotion levels that use it. */
  readonly levels: readonly string[]
  readonly flags: readonly ServerFlag[]
}

/** The value of a flag for a context, and the reason. */
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

/** Why a request was refused: a sentence, and the problems with their places in the request. */
export interface ConsoleRefusal {
  readonly message: string
  readonly problems?: readonly Problem[]
}

/** Everything that the console shows except events. */
export interface ConsoleState {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Where events are stored. */
  readonly data: string
  readonly flagsFile: ConsoleFile
  readonly environments: readonly ConsoleEnvironment[]
  readonly counts: FlagCounts
  readonly segments: readonly ServerSegment[]
  readonly usersFile: ConsoleFile
  readonly users: readonly LocalUser[]
  /** Flag streams that are open. */
  readonly connections: readonly StreamConnection[]
  /** Flag changes since the start, the newest first. */
  readonly changes: readonly ConsoleChange[]
  /** The faults that are set. */
  readonly faults: readonly Fault[]
}

/**
 * The messages of the console's stream. A new connection receives `state`, `history`, `older` (repeatedly, until there are some thousand events) and the rest of what
 * is known, and after that only what is new.
 */
export type ConsoleMessage =
  | { readonly type: 'state'; readonly state: ConsoleState }
  /** `history` replaces the shown events. `arrived` is added above them, `older` below. The newest first. */
  | {
      readonly type: 'history' | 'arrived' | 'older'
      readonly events: readonly ReceivedEvent[]
      readonly totals: CollectorTotals
      /** Of `history` and `older`: another message with older events follows by itself. */
      readonly isMoreComing?: true
      /** What `/console/older` is asked for the next older events with. Absent if there are none, or if they come by themselves. */
      readonly olderThan?: string
    }
  /** By id, what people's latest events say about accounts, which may not have been sent. */
  | { readonly type: 'accounts'; readonly people: readonly (readonly [id: string, accounts: PersonAccounts])[] }
  /** Replaces what was known of these ids. */
  | { readonly type: 'life'; readonly lives: readonly EventLife[] }
  | { readonly type: 'connections'; readonly connections: ConsoleConnections }
  /** Sent when it has changed. */
  | { readonly type: 'loss'; readonly loss: ConsoleLoss }
  /** The newest last. `isAll`: replaces the shown records. Otherwise they are added. */
  | { readonly type: 'vendors'; readonly records: readonly VendorRecord[]; readonly isAll: boolean }
  /** Replaces the samples of these seconds. */
  | { readonly type: 'metrics'; readonly samples: readonly MetricsSample[] }
