import type { PageProblem, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, knownDeliveries, type KnownDelivery } from '../deliveries/knownDeliveries.ts'
import { consequenceOf } from '../problems/consequences.ts'
import { withoutCount } from '../feed/reportedProblems.ts'
import type { Chunk, EventRows } from '../feed/eventRows.ts'
import { remembered } from '../format/remembered.ts'
import { lifeLine } from '../live/lifeLine.ts'

/** A problem that pages have at present. */
export interface OpenProblem extends Pick<PageProblem, 'where' | 'message' | 'since' | 'times'> {
  /** How many pages have it. */
  readonly pages: number
  /** What it means for users and events. */
  readonly consequence?: string
  /** What the destination that has it answered last. Absent for a problem of another kind. */
  readonly failing?: KnownDelivery
}

const CODE = /\((T\d+)\)$/

type Told = Pick<TabConnection, 'app' | 'page' | 'problems' | 'deliveries' | 'noUser' | 'isQuiet'>

/**
 * The errors that have not ended, one for each place and code, and the destinations that have failed at least twice in a row. The
 * oldest comes first.
 */
export function openProblems(tabs: readonly Told[]): readonly OpenProblem[] {
  const problems = reportedProblems(tabs)
  for (const failing of knownDeliveries(tabs).filter(isFailing)) {
    const { name: where, reason: message = '', failingSinceAt: since = 0, pages } = failing
    // The message of a destination also says what to do. It comes later, and the latest one says most.
    const problem = problems.filter((one) => one.where === where && one.failing === undefined).at(-1)
    if (problem) problems[problems.indexOf(problem)] = { ...problem, failing }
    else problems.push({ where, message, since, times: 1, pages, failing })
  }
  return problems.sort((a, b) => a.since - b.since)
}

function reportedProblems(tabs: readonly Told[]): OpenProblem[] {
  const found = new Map<string, OpenProblem>()
  for (const { problems = [], noUser, isQuiet } of tabs)
    for (const { where, message, isError, since, times, endedAt } of isQuiet ? [] : problems) {
      if (!isError || endedAt !== undefined) continue
      const code = CODE.exec(message)?.[1]
      const key = `${where} ${code ?? message}`
      const consequence = consequenceOf(where, code, noUser)
      const known = found.get(key) ?? { since, times: 0, pages: 0 }
      found.set(key, {
        where,
        message: withoutCount(message),
        since: Math.min(known.since, since),
        times: known.times + times,
        pages: known.pages + 1,
        ...(consequence !== undefined && { consequence }),
      })
    }
  return [...found.values()].sort((a, b) => a.since - b.since)
}

/** For each destination that some of these events were sent to, how many it has not taken yet. `undefined` stands for those not sent yet. */
const waitingIn = remembered((chunk: Chunk): ReadonlyMap<string | undefined, number> => {
  const counts = new Map<string | undefined, number>()
  const add = (name: string | undefined) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const row of chunk) {
    if (row.life === undefined) continue
    const { stage, destinations } = lifeLine(row)
    for (const { name, stage: own } of destinations) if (own === 'sent') add(name)
    if (destinations.length === 0 && (stage === 'completed' || stage === 'stored')) add(undefined)
  }
  return counts
})

/** How many of these events a destination still has to take, as their pages report it. */
export function waitingFor(destination: string, { chunks }: EventRows): number {
  return chunks.reduce((sum, chunk) => {
    const counts = waitingIn(chunk)
    // An event that no destination has been sent yet waits for each.
    return sum + (counts.get(destination) ?? 0) + (counts.get(undefined) ?? 0)
  }, 0)
}
