import {
  isFailing,
  knownDeliveries,
  originOf,
  type KnownDelivery,
  type TellingTab,
} from '../deliveries/knownDeliveries.ts'
import { duration } from '../format/time.ts'
import { consequenceOf } from './consequences.ts'
import { FAILING, helpFor, silentDeliveries } from './failing.ts'
import { currentText, type ReportedProblem } from '../feed/reportedProblems.ts'

/** A problem of the pages of one application. */
export interface ProblemRow {
  readonly key: string
  readonly app: string
  /** A destination, or a part of the library. */
  readonly where: string
  /** Without its code. */
  readonly message: string
  /** Such as `T67`. A destination may fail before a message reports it. */
  readonly code: string | undefined
  /** The code of the message whose cause and remedy are shown. */
  readonly help: string | undefined
  /** What it means for users and events. */
  readonly consequence: string | undefined
  /** Only `error` and `warning` need attention: other problems have ended, or their pages are all quiet or gone. */
  readonly status: 'error' | 'warning' | 'quiet' | 'ended' | 'gone'
  /** Milliseconds since 1970. */
  readonly since: number
  readonly at: number
  readonly endedAt: number | undefined
  /** When the page last reported. */
  readonly lastSeenAt?: number | undefined
  readonly times: number
  /** The addresses of the pages that have it or had it, each once. */
  readonly pages: readonly string[]
  /** The state of the destination, if it is failing. */
  readonly failing: KnownDelivery | undefined
  /** The problems that this one causes. */
  readonly causes?: readonly ProblemRow[]
}

const RANKS: Readonly<Record<ProblemRow['status'], number>> = { error: 0, warning: 1, quiet: 2, ended: 2, gone: 2 }

/** All known problems, one row for each application, place and message. Current ones come first, then the most recent. */
export function problemRows(
  reported: readonly ReportedProblem[],
  tabs: readonly TellingTab[],
  now: number,
): readonly ProblemRow[] {
  const failing = knownDeliveries(tabs).filter(isFailing)
  const rows = new Map<string, ProblemRow>()
  for (const problem of reported) {
    const row = rowOf(problem, failing)
    const other = rows.get(row.key)
    rows.set(row.key, other === undefined ? row : together(other, row))
  }
  const told = [...rows.values()]
  const untold = failing.filter((one) => !told.some((row) => row.failing === one)).map(rowOfFailing)
  const silent = silentDeliveries(tabs, now).map((one) => rowOfSilent(one, now))
  return inOrder([...told, ...untold, ...silent])
}

/** Current problems come first, errors before warnings, then the most recent. */
export const inOrder = (rows: readonly ProblemRow[]): readonly ProblemRow[] =>
  [...rows].sort((a, b) => RANKS[a.status] - RANKS[b.status] || b.at - a.at)

function rowOf(problem: ReportedProblem, failing: readonly KnownDelivery[]): ProblemRow {
  const { app, page, where, since, at, endedAt, lastSeenAt, times, noUser } = problem
  const [, message = '', code] = /^(.*?) ?(?:\((T\d+)\))?$/s.exec(currentText(problem.message)) ?? []
  const status = statusOf(problem)
  const delivery = failing.find((one) => one.name === where && one.app === app && one.origin === originOf(page))
  return {
    key: JSON.stringify([app, where, code ?? message, isOpen({ status })]),
    ...{ app, where, message, code, help: code, status, since, at, endedAt, lastSeenAt, times },
    consequence: isOpen({ status }) ? consequenceOf(where, code, noUser) : undefined,
    pages: [page],
    failing: status === 'error' ? delivery : undefined,
  }
}

function statusOf({ isError, presence, endedAt }: ReportedProblem): ProblemRow['status'] {
  if (endedAt !== undefined) return 'ended'
  if (presence !== 'heard') return presence
  return isError ? 'error' : 'warning'
}

/** Whether the problem needs attention. */
export const isOpen = ({ status }: Pick<ProblemRow, 'status'>) => status === 'error' || status === 'warning'

/** The maximum number of past problems, and how long those of a closed page are shown, in milliseconds. */
const MAX_PAST = 10
const GONE_MS = 600_000

/** Leaves out problems that are long past. */
export function currentRows(rows: readonly ProblemRow[], now: number): readonly ProblemRow[] {
  const past = rows.filter(
    (row) => !isOpen(row) && !(row.status === 'gone' && now - (row.lastSeenAt ?? row.at) > GONE_MS),
  )
  return [...rows.filter(isOpen), ...past.slice(0, MAX_PAST)]
}

/** A destination that has failed at least twice in a row, and that no message reports yet. */
function rowOfFailing(failing: KnownDelivery): ProblemRow {
  const { failingSinceAt = 0, answeredAt = 0 } = failing
  return {
    ...rowOfDelivery(failing, failingSinceAt, answeredAt),
    ...{ message: FAILING, help: helpFor(failing), status: 'error', failing },
  }
}

/** A destination whose answer a page waits for. */
function rowOfSilent(silent: KnownDelivery, now: number): ProblemRow {
  const { sentAt = now } = silent
  const message = `has not answered for ${duration(now - sentAt)}`
  return { ...rowOfDelivery(silent, sentAt, now), message, help: 'T67', status: 'warning', failing: undefined }
}

function rowOfDelivery({ app, origin, name }: KnownDelivery, since: number, at: number) {
  return {
    key: JSON.stringify([app, origin, name, 'delivery']),
    ...{ app, where: name, code: undefined, consequence: undefined },
    ...{ since, at, endedAt: undefined, times: 1, pages: [origin] },
  }
}

/** Merges two rows. The first one is the more recent, and its message is shown. */
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
