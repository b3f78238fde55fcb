import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, knownDeliveries, originOf, type KnownDelivery } from '../deliveries/knownDeliveries.ts'
import { consequenceOf } from './consequences.ts'
import { withoutCount, type ReportedProblem } from '../feed/reportedProblems.ts'

/** A problem of the pages of one application. */
export interface ProblemRow {
  readonly key: string
  readonly app: string
  /** A destination, or a part of the library. */
  readonly where: string
  /** The sentence, without its code. */
  readonly message: string
  /** Such as `T67`. A destination may fail before there is a message of it. */
  readonly code: string | undefined
  /** What it means for users and events. */
  readonly consequence: string | undefined
  /** Those that have ended, or whose pages are all quiet or gone, need nobody's attention. */
  readonly status: 'error' | 'warning' | 'quiet' | 'ended' | 'gone'
  /** Milliseconds since 1970. */
  readonly since: number
  readonly at: number
  readonly endedAt: number | undefined
  readonly times: number
  /** The addresses of the pages that have it or had it, each once. */
  readonly pages: readonly string[]
  /** What the destination that has it answered last. */
  readonly failing: KnownDelivery | undefined
}

const RANKS: Readonly<Record<ProblemRow['status'], number>> = { error: 0, warning: 1, quiet: 2, ended: 2, gone: 2 }

/** All problems that are known, one for each application, place and sentence. Those that last come first, then the latest. */
export function problemRows(
  reported: readonly ReportedProblem[],
  tabs: readonly Pick<TabConnection, 'app' | 'page' | 'deliveries' | 'isQuiet'>[],
): readonly ProblemRow[] {
  const failing = knownDeliveries(tabs).filter(isFailing)
  const rows = new Map<string, ProblemRow>()
  for (const problem of reported) {
    const row = rowOf(problem, failing)
    const other = rows.get(row.key)
    rows.set(row.key, other === undefined ? row : together(other, row))
  }
  const told = [...rows.values()]
  const untold = failing.filter((one) => !told.some((row) => row.failing === one)).map(rowOfDelivery)
  return [...told, ...untold].sort((a, b) => RANKS[a.status] - RANKS[b.status] || b.at - a.at)
}

function rowOf(problem: ReportedProblem, failing: readonly KnownDelivery[]): ProblemRow {
  const { app, page, where, since, at, endedAt, times, noUser } = problem
  const [, message = '', code] = /^(.*?)(?: \((T\d+)\))?$/s.exec(withoutCount(problem.message)) ?? []
  const status = statusOf(problem)
  const isOpen = status === 'error' || status === 'warning'
  const delivery = failing.find((one) => one.name === where && one.app === app && one.origin === originOf(page))
  return {
    key: JSON.stringify([app, where, code ?? message, isOpen]),
    ...{ app, where, message, code, status, since, at, endedAt, times },
    consequence: isOpen ? consequenceOf(where, code, noUser) : undefined,
    pages: [page],
    failing: status === 'error' ? delivery : undefined,
  }
}

function statusOf({ isError, presence, endedAt }: ReportedProblem): ProblemRow['status'] {
  if (endedAt !== undefined) return 'ended'
  if (presence !== 'heard') return presence
  return isError ? 'error' : 'warning'
}

/** A destination that has failed twice in a row, which no message tells yet. */
function rowOfDelivery(failing: KnownDelivery): ProblemRow {
  const { app, origin, name, failingSinceAt = 0, answeredAt = 0 } = failing
  return {
    key: JSON.stringify([app, origin, name, 'failing']),
    ...{
      app,
      where: name,
      message: 'takes no events at present',
      code: undefined,
      consequence: undefined,
      status: 'error',
    },
    ...{ since: failingSinceAt, at: answeredAt, endedAt: undefined, times: 1, pages: [origin], failing },
  }
}

/** The first one is the later one, and its words are shown. */
function together(one: ProblemRow, other: ProblemRow): ProblemRow {
  const isEnded = one.status === 'ended' || other.status === 'ended'
  return {
    ...one,
    status: isEnded ? 'ended' : RANKS[one.status] <= RANKS[other.status] ? one.status : other.status,
    since: Math.min(one.since, other.since),
    endedAt: one.endedAt ?? other.endedAt,
    times: one.times + other.times,
    pages: [...new Set([...one.pages, ...other.pages])],
    failing: one.failing ?? other.failing,
  }
}
