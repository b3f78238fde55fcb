import { useEffect, useMemo, useState } from 'react'
import type { Chunk, EventRow, EventRows } from '../feed/eventRows.ts'
import { remembered, type Remembered } from '../format/remembered.ts'
import { eventFilter, isFiltering, type EventFilter } from './eventFilter.ts'
import type { EventLine } from './eventLine.ts'

/** The lines of a list, the newest first. */
export interface Lines {
  readonly all: readonly EventLine[]
  /** Those that fit the filter, whatever their time, in parts. */
  readonly ofAnyTime: readonly (readonly EventLine[])[]
  readonly lines: readonly EventLine[]
  /** The filter that has been applied. With many events, that of the page is ahead of it for a moment. */
  readonly filter: EventFilter
}

/** The lines of one chunk. Without a filter, they are the same array. */
type Part = Readonly<Record<'all' | 'ofAnyTime' | 'lines', readonly EventLine[]>>

interface View {
  readonly filter: EventFilter
  readonly of: Remembered<Chunk, Part>
}

/** Milliseconds of work after which the page draws. A frame has 16. */
const SLICE_MS = 6

/**
 * Applies a filter to rows. What is known of a chunk is kept until it changes. Another filter is applied in slices, and the list is that of
 * the former one meanwhile: typing does not wait for a hundred thousand events.
 */
export function useLines(rows: EventRows, lineOf: (row: EventRow) => EventLine, filter: EventFilter): Lines {
  const view = useMemo(() => viewOf(lineOf, filter), [lineOf, filter])
  const [shown, setShown] = useState(view)
  const { chunks } = rows
  useEffect(() => {
    if (view === shown) return
    let timer: number | undefined
    function work(): void {
      const until = performance.now() + SLICE_MS
      for (const chunk of chunks) {
        if (view.of.knows(chunk)) continue
        if (performance.now() > until) {
          timer = window.setTimeout(work)
          return
        }
        view.of(chunk)
      }
      setShown(view)
    }
    work()
    return () => window.clearTimeout(timer)
  }, [view, shown, chunks])
  return useMemo(() => {
    const parts = chunks.map(shown.of)
    const all = joined(parts.map((part) => part.all))
    const isWhole = parts.every((part) => part.lines === part.all)
    return {
      all,
      ofAnyTime: parts.map((part) => part.ofAnyTime),
      lines: isWhole ? all : joined(parts.map((part) => part.lines)),
      filter: shown.filter,
    }
  }, [chunks, shown])
}

/** Takes a tenth of the time of `flat`. */
const joined = (parts: readonly (readonly EventLine[])[]): readonly EventLine[] =>
  ([] as readonly EventLine[]).concat(...parts)

function viewOf(lineOf: (row: EventRow) => EventLine, filter: EventFilter): View {
  const anyTime = { ...filter, between: undefined }
  const fitsAnyTime = eventFilter(anyTime)
  const fits = eventFilter(filter)
  return {
    filter,
    of: remembered((chunk) => {
      const all = chunk.map(lineOf)
      const ofAnyTime = isFiltering(anyTime) ? all.filter(fitsAnyTime) : all
      return { all, ofAnyTime, lines: filter.between === undefined ? ofAnyTime : ofAnyTime.filter(fits) }
    }),
  }
}
