import type { CollectorTotals } from '../../../src/collector/collector.ts'
import type { ConsoleConnections } from '../../../src/protocol/consoleConnections.ts'
import type { ConsoleMessage, ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { ConsoleLoss } from '../../../src/console/lossWatch.ts'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { reportedProblems, type ReportedProblem } from './reportedProblems.ts'
import type { VendorRecord } from '../../../src/protocol/vendorRecord.ts'
import { accountsIn } from '../../../src/collector/personAccounts.ts'
import { withAccounts, type KnownAccounts } from './knownAccounts.ts'
import { NO_ROWS, withArrived, withLives, withOlder, type EventRows } from './eventRows.ts'

/** The state of the console. While the connection is lost, the last known state stays visible. */
export interface FeedState {
  readonly connection: 'connecting' | 'live' | 'lost'
  readonly state: ConsoleState | undefined
  /** The newest first. */
  readonly rows: EventRows
  readonly totals: CollectorTotals
  /** What older events are asked for with. Absent if all are there, or the newest are still coming. */
  readonly olderThan: string | undefined
  /** Ids of events that arrived while the console was open. Their rows are briefly highlighted. */
  readonly fresh: ReadonlySet<string>
  readonly connections: ConsoleConnections
  /** What the pages have reported while the console was open, the latest first. */
  readonly problems: readonly ReportedProblem[]
  readonly accounts: KnownAccounts
  /** How many events are missing, once it is counted. */
  readonly loss: ConsoleLoss | undefined
  /** The calls that the vendors' stand-ins received, the newest last. */
  readonly records: readonly VendorRecord[]
  /** One sample for each second, the newest last. */
  readonly samples: readonly MetricsSample[]
}

export type FeedInput =
  | ConsoleMessage
  | { readonly type: 'lost' }
  /** The events before a cursor, which the console has asked for. */
  | { readonly type: 'answer'; readonly before: string; readonly message: ConsoleMessage }

/** The most vendor records. */
const MAX_RECORDS = 5_000
/** Seconds. */
const MAX_SAMPLES = 600

export const NOTHING_YET: FeedState = {
  connection: 'connecting',
  state: undefined,
  rows: NO_ROWS,
  totals: { stored: 0, known: 0 },
  olderThan: undefined,
  fresh: new Set(),
  connections: { streams: [], polls: [], tabs: [], gone: [], totals: { streams: 0, tabs: 0 } },
  problems: [],
  accounts: new Map(),
  loss: undefined,
  records: [],
  samples: [],
}

export function nextFeedState(before: FeedState, input: FeedInput): FeedState {
  if (input.type === 'lost')
    return { ...before, connection: before.connection === 'connecting' ? 'connecting' : 'lost' }
  // A new connection begins anew, and an answer may be late.
  if (input.type === 'answer')
    return input.before === before.olderThan ? { ...before, ...changes(before, input.message) } : before
  return { ...before, connection: 'live', ...changes(before, input) }
}

function changes(before: FeedState, message: ConsoleMessage): Partial<FeedState> {
  switch (message.type) {
    case 'state':
      return { state: message.state }
    case 'history':
      // A new connection sends everything again, because the state of an earlier process is lost.
      return {
        rows: withOlder(NO_ROWS, message.events),
        accounts: withAccounts(before.accounts, accountsIn(message.events), true),
        totals: message.totals,
        olderThan: message.olderThan,
        fresh: new Set(),
        records: [],
        samples: [],
      }
    case 'older':
      return {
        rows: withOlder(before.rows, message.events),
        totals: message.totals,
        olderThan: message.olderThan,
      }
    case 'arrived': {
      const { rows, added } = withArrived(before.rows, message.events)
      const accounts = withAccounts(before.accounts, accountsIn(message.events), true)
      return { rows, accounts, totals: message.totals, fresh: added }
    }
    case 'accounts':
      return { accounts: withAccounts(before.accounts, new Map(message.people), false) }
    case 'life':
      return { rows: withLives(before.rows, message.lives) }
    case 'connections':
      return {
        connections: message.connections,
        problems: reportedProblems(message.connections),
      }
    case 'loss':
      return { loss: message.loss }
    case 'vendors': {
      if (message.isAll) return { records: message.records.slice(-MAX_RECORDS) }
      const last = before.records.at(-1)?.seq ?? -1
      const fresh = message.records.filter(({ seq }) => seq > last)
      return { records: [...before.records, ...fresh].slice(-MAX_RECORDS) }
    }
    case 'metrics': {
      const reported = new Set(message.samples.map(({ at }) => at))
      const others = before.samples.filter(({ at }) => !reported.has(at))
      return { samples: [...others, ...message.samples].sort((a, b) => a.at - b.at).slice(-MAX_SAMPLES) }
    }
  }
}
