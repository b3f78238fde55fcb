import type { Chunk, EventRows } from '../feed/eventRows.ts'
import { remembered } from '../format/remembered.ts'
import { eventFilter, NO_FILTER, type EventFilter } from '../live/eventFilter.ts'
import { eventLine } from '../live/eventLine.ts'
import { termText } from '../live/filterTerms.ts'

export interface RefusedEvents {
  readonly count: number
  /** The filter of Live that shows exactly these. */
  readonly filter: EventFilter
}

/** The events of an application that a destination has refused. */
export function refusedEvents({ chunks }: EventRows, app: string, destination: string): RefusedEvents {
  const filter = { ...NO_FILTER, typed: `${termText('refused', destination)} ${termText('app', app)}` }
  const isShown = eventFilter(filter)
  return { count: chunks.reduce((sum, chunk) => sum + refusedIn(chunk).filter(isShown).length, 0), filter }
}

const refusedIn = remembered((chunk: Chunk) =>
  chunk.filter(({ life }) => life?.steps.some(({ reason }) => reason === 'refused')).map((row) => eventLine(row, [])),
)
