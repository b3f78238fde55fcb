import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { knownDeliveries, placeOf } from '../deliveries/knownDeliveries.ts'
import { happenedAt, type Chunk, type EventRows } from '../feed/eventRows.ts'
import { remembered } from '../format/remembered.ts'
import { lifeLine, stateOf } from '../live/lifeLine.ts'

/** The events that no destination, or not every one of theirs, has taken yet. */
export interface WaitingEvents {
  /** How many wait in pages that report, and in how many. */
  readonly count: number
  readonly pages: number
  /** Since when the oldest of them has waited, in milliseconds since 1970. */
  readonly since: number | undefined
  /** How many are left in browsers in which no page of their application reports. */
  readonly left: number
  /** How many destinations have refused, and how many were given up, as pages report it. Without those that a step dropped on purpose. */
  readonly refused: number
  readonly dropped: number
}

interface WaitingRow {
  readonly tab: string
  readonly place: string
  readonly at: number
}

/** The pages of one application at one origin. They share their events. */
interface Place {
  rows: number
  readonly pages: Set<string>
}

/** What waits in pages, as they report it: the events of which they have told each step, and those of earlier visits that they count. */
export function waitingEvents({ chunks }: EventRows, tabs: readonly TabConnection[]): WaitingEvents {
  const heard = tabs.filter(({ isQuiet }) => !isQuiet)
  const open = new Map<string, string>(heard.map(({ tab, app, page }) => [tab, placeOf(app, page)]))
  const places = new Map<string, Place>(
    heard.map(({ app, page }) => [placeOf(app, page), { rows: 0, pages: new Set() }]),
  )
  let [since, left] = [Infinity, 0]
  for (const { tab, place, at } of chunks.flatMap(waitingIn)) {
    // Another page of the application delivers the events of one that is closed.
    const own = places.get(open.get(tab) ?? place)
    if (own === undefined) left += 1
    else {
      own.rows += 1
      own.pages.add(open.has(tab) ? tab : place)
      since = Math.min(since, at)
    }
  }
  for (const { tab, app, page, deliveries = [] } of heard)
    for (const { waiting = 0, failingSinceAt, sentAt, answeredAt } of deliveries) {
      if (waiting === 0) continue
      places.get(placeOf(app, page))?.pages.add(tab)
      since = Math.min(since, failingSinceAt ?? sentAt ?? answeredAt ?? Infinity)
    }
  for (const { app, origin, waiting = 0 } of knownDeliveries(heard)) {
    const own = places.get(placeOf(app, origin))
    // One event may wait for several destinations.
    if (own) own.rows = Math.max(own.rows, waiting)
  }
  const all = [...places.values()]
  return {
    count: all.reduce((sum, { rows }) => sum + rows, 0),
    pages: all.reduce((sum, { pages }) => sum + pages.size, 0),
    since: since === Infinity ? undefined : since,
    left,
    refused: sumOf(chunks, 'refused'),
    dropped: sumOf(chunks, 'dropped'),
  }
}

const sumOf = (chunks: readonly Chunk[], name: 'refused' | 'dropped') =>
  chunks.reduce((sum, chunk) => sum + goneIn(chunk)[name], 0)

const goneIn = remembered((chunk: Chunk) => {
  const counts = { refused: 0, dropped: 0 }
  for (const row of chunk) {
    if (row.life === undefined) continue
    const { stage } = lifeLine(row)
    const isWanted = row.life.steps.some(({ reason }) => reason === 'filtered')
    if (stage === 'refused' || (stage === 'dropped' && !isWanted)) counts[stage] += 1
  }
  return counts
})

const waitingIn = remembered((chunk: Chunk): readonly WaitingRow[] =>
  chunk.flatMap((row) => {
    const { life } = row
    if (life?.tab === undefined || stateOf(lifeLine(row).stage) !== 'waiting') return []
    return [{ tab: life.tab, place: placeOf(life.app, life.page), at: happenedAt(row) }]
  }),
)
