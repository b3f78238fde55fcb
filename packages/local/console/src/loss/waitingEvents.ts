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
  /** How many are left in browsers by pages that are closed or quiet, and no page that reports has counted or reported them. */
  readonly left: number
  /** Of these, those of pages that are quiet, and how many pages that are. */
  readonly stopped: { readonly pages: number; readonly events: number }
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
  /** How many events of pages that report wait, and which pages that are. */
  rows: number
  readonly pages: Set<string>
  /** The pages of the others. */
  readonly left: string[]
}

/** What waits in pages, as they report it: the events of which they have told each step, and those of earlier visits that they count. */
export function waitingEvents({ chunks }: EventRows, tabs: readonly TabConnection[]): WaitingEvents {
  const heard = tabs.filter(({ isQuiet }) => !isQuiet)
  const open = new Map<string, string>(heard.map(({ tab, app, page }) => [tab, placeOf(app, page)]))
  const places = new Map<string, Place>()
  const placeAt = (key: string) => {
    const place = places.get(key) ?? { rows: 0, pages: new Set(), left: [] }
    places.set(key, place)
    return place
  }
  let since = Infinity
  for (const { tab, place, at } of chunks.flatMap(waitingIn)) {
    const own = placeAt(open.get(tab) ?? place)
    if (!open.has(tab)) own.left.push(tab)
    else {
      own.rows += 1
      own.pages.add(tab)
      since = Math.min(since, at)
    }
  }
  for (const { tab, app, page, deliveries = [] } of heard)
    for (const { waiting = 0, failingSinceAt, sentAt, answeredAt } of deliveries) {
      if (waiting === 0) continue
      placeAt(placeOf(app, page)).pages.add(tab)
      since = Math.min(since, failingSinceAt ?? sentAt ?? answeredAt ?? Infinity)
    }
  for (const { app, origin, waiting = 0 } of knownDeliveries(heard)) {
    const own = placeAt(placeOf(app, origin))
    // What a page counts has the events that others have left. One event may wait for several destinations.
    own.left.splice(0, Math.max(0, waiting - own.rows))
    own.rows = Math.max(own.rows, waiting)
  }
  const all = [...places.values()]
  const left = all.flatMap((one) => one.left)
  const quiet = new Set(tabs.filter(({ isQuiet }) => isQuiet).map(({ tab }) => tab))
  const stopped = left.filter((tab) => quiet.has(tab))
  return {
    count: all.reduce((sum, { rows }) => sum + rows, 0),
    pages: all.reduce((sum, { pages }) => sum + pages.size, 0),
    since: since === Infinity ? undefined : since,
    left: left.length,
    stopped: { pages: new Set(stopped).size, events: stopped.length },
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
    // oxlint-disable-next-line telltale/plain-keys -- The condition names both.
    if (stage === 'refused' || (stage === 'dropped' && !isWanted)) counts[stage] += 1
  }
  return counts
})

const waitingIn = remembered((chunk: Chunk): readonly WaitingRow[] =>
  chunk.flatMap((row) => {
    const { life } = row
    const keeper = life?.keeper ?? life?.tab
    if (keeper === undefined || stateOf(lifeLine(row).stage) !== 'waiting') return []
    return [{ tab: keeper, place: placeOf(life?.app, life?.page), at: happenedAt(row) }]
  }),
)
