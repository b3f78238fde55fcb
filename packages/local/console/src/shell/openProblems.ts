import type { PageProblem, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, knownDeliveries, placeOf, type KnownDelivery } from '../deliveries/knownDeliveries.ts'
import { FAILING } from '../problems/failing.ts'
import { consequenceOf } from '../problems/consequences.ts'
import { currentText } from '../feed/reportedProblems.ts'
import type { Chunk, EventRows } from '../feed/eventRows.ts'
import { remembered } from '../format/remembered.ts'
import { lifeLine } from '../live/lifeLine.ts'

/** A problem that pages have at present. */
export interface OpenProblem extends Pick<PageProblem, 'where' | 'message' | 'since' | 'times'> {
  /** How many pages have it, and which ones. */
  readonly pages: number
  readonly tabs: readonly string[]
  /** What it means for users and events. */
  readonly consequence?: string
  /** What the destination that has it answered last. Absent for a problem of another kind. */
  readonly failing?: KnownDelivery
}

const CODE = /\((T\d+)\)$/

type Told = Pick<TabConnection, 'tab' | 'app' | 'page' | 'problems' | 'deliveries' | 'noUser' | 'isQuiet'>

/**
 * The errors that have not ended, one for each place and code, and the destinations that have failed at least twice in a row. The
 * oldest comes first.
 */
export function openProblems(tabs: readonly Told[]): readonly OpenProblem[] {
  const problems = reportedProblems(tabs)
  for (const failing of knownDeliveries(tabs).filter(isFailing)) {
    const { name: where, failingSinceAt: since = 0, pages } = failing
    // The message of a destination also says what to do. It comes later, and the latest one says most.
    const problem = problems.filter((one) => one.where === where && one.failing === undefined).at(-1)
    if (problem) problems[problems.indexOf(problem)] = { ...problem, failing }
    else problems.push({ where, message: FAILING, since, times: 1, pages, tabs: tabsOf(failing, tabs), failing })
  }
  return problems.sort((a, b) => a.since - b.since)
}

/** The pages that report, and share the events of a destination. */
const tabsOf = ({ app, origin }: KnownDelivery, tabs: readonly Told[]) =>
  tabs.filter((one) => !one.isQuiet && placeOf(one.app, one.page) === placeOf(app, origin)).map(({ tab }) => tab)

function reportedProblems(tabs: readonly Told[]): OpenProblem[] {
  const found = new Map<string, OpenProblem>()
  for (const { tab, problems = [], noUser, isQuiet } of tabs)
    for (const { where, message, isError, since, times, endedAt } of isQuiet ? [] : problems) {
      if (!isError || endedAt !== undefined) continue
      const code = CODE.exec(message)?.[1]
      const key = `${where} ${code ?? message}`
      const consequence = consequenceOf(where, code, noUser)
      const known = found.get(key) ?? { since, times: 0, pages: 0, tabs: [] }
      found.set(key, {
        where,
        message: currentText(message),
        since: Math.min(known.since, since),
        times: known.times + times,
        pages: known.pages + 1,
        tabs: [...known.tabs, tab],
        ...(consequence !== undefined && { consequence }),
      })
    }
  return [...found.values()].sort((a, b) => a.since - b.since)
}

/** A destination that has not taken an event yet, and the page that keeps the event. `name` is absent if it was sent to none yet. */
interface Wait {
  readonly tab: string | undefined
  readonly name: string | undefined
}

const waitsIn = remembered((chunk: Chunk): readonly Wait[] =>
  chunk.flatMap((row): readonly Wait[] => {
    if (row.life === undefined) return []
    const { keeper = row.life.tab } = row.life
    const { stage, destinations } = lifeLine(row)
    if (destinations.length === 0 && (stage === 'completed' || stage === 'stored'))
      return [{ tab: keeper, name: undefined }]
    return destinations.filter((one) => one.stage === 'sent').map(({ name }) => ({ tab: keeper, name }))
  }),
)

/** How many events of these pages a destination still has to take, as the pages report it. */
export function waitingFor(destination: string, { chunks }: EventRows, tabs: readonly string[]): number {
  // An event that no destination has been sent yet waits for each.
  const isOwn = ({ tab = '', name = destination }: Wait) => name === destination && tabs.includes(tab)
  return chunks.reduce((sum, chunk) => sum + waitsIn(chunk).filter(isOwn).length, 0)
}
