import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { Chunk, EventRow, EventRows } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { remembered } from '../format/remembered.ts'

/** What a page has reported of its events. */
export interface OfPage<Told> {
  readonly page: TabConnection
  readonly told: Told
}

/** What these pages have reported of their events, the newest first. Events of other pages are left out. */
export function ofPages<Told extends { readonly tab: string }>(
  { chunks }: EventRows,
  tabs: readonly TabConnection[],
  toldIn: (chunk: Chunk) => readonly Told[],
): readonly OfPage<Told>[] {
  const pages = new Map(tabs.map((page) => [page.tab, page]))
  const all: OfPage<Told>[] = []
  for (const chunk of chunks)
    for (const told of toldIn(chunk)) {
      const page = pages.get(told.tab)
      if (page) all.push({ page, told })
    }
  return all
}

const MINUTE_MS = 60_000

/** Events that a destination has acknowledged to a page within a minute. */
export interface Taken {
  readonly tab: string
  readonly destination: string
  readonly count: number
  /** When it has acknowledged the first of them, and the minute in which it has acknowledged all. */
  readonly at: number
  readonly minute: number
  /**
   * Whether the collector of the console has them. `unknown`: there is no sign of them, but the console may not have loaded them. The services
   * forget what a page has said of an event once their collector has it.
   */
  readonly here: 'stored' | 'missing' | 'unknown'
}

/** The acknowledgements that pages have reported. A vendor's script confirms nothing. */
export const takenIn = remembered((chunk: Chunk): readonly Taken[] => {
  const all = chunk.flatMap(({ life, stored }) =>
    (life?.steps ?? []).flatMap(({ step, destination, at, isUnconfirmed }) =>
      step === 'acknowledged' && destination !== undefined && !isUnconfirmed
        ? {
            ...{ tab: life?.keeper ?? life?.tab ?? '', destination, at, minute: Math.floor(at / MINUTE_MS) },
            here: hereOf({ stored, life }),
          }
        : [],
    ),
  )
  const alike = ({ tab, destination, minute, here }: (typeof all)[number]) =>
    JSON.stringify([tab, destination, minute, here])
  return grouped(all, alike).map((own) => ({
    ...own[0],
    count: own.length,
    at: Math.min(...own.map(({ at }) => at)),
  }))
})

function hereOf({ stored, life }: Pick<EventRow, 'stored' | 'life'>): Taken['here'] {
  if (stored !== undefined || (life?.copies ?? 0) > 0) return 'stored'
  return life?.event === undefined ? 'unknown' : 'missing'
}

/** When the collector of the console received the oldest event that is here, in milliseconds since 1970. Infinity if none is here. */
export const oldestStoredIn = remembered((chunk: Chunk): number =>
  Math.min(...chunk.map(({ stored }) => stored?.receivedAt ?? Infinity)),
)

/** How many events of a name a page has reported, and what has become of them. */
export interface Named {
  readonly tab: string
  readonly name: string
  /** The step of the application that has dropped them. */
  readonly step: string | undefined
  /** The id of the user, if there is one. */
  readonly person: string | undefined
  readonly count: number
}

/** How many events of each name each page has, of each user, by the step that has dropped them. */
export const namesIn = remembered((chunk: Chunk): readonly Named[] => {
  const all = chunk.flatMap(({ life }) => {
    const tab = life?.keeper ?? life?.tab
    if (life?.name === undefined || tab === undefined) return []
    const dropped = life.steps.find(({ step, reason }) => step === 'dropped' && reason === 'filtered')
    return { tab, name: life.name, step: dropped?.destination, person: life.identity }
  })
  return grouped(all, ({ tab, name, step, person }) => JSON.stringify([tab, name, step, person])).map((own) => ({
    ...own[0],
    count: own.length,
  }))
})
