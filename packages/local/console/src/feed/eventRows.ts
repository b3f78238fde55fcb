import type { CollectedEvent } from '@telltale/collector'
import type { ReceivedEvent } from '../../../src/collector/collector.ts'
import type { EventLife } from '../../../src/protocol/eventLife.ts'
import { wrongClock } from '../../../src/protocol/wrongClock.ts'

/** What is known of an event: the collector has it, or a page reported it, or both. */
export interface EventRow {
  readonly id: string
  readonly stored: ReceivedEvent | undefined
  readonly life: EventLife | undefined
}

/** Rows, the newest first. There is at least one. */
export type Chunk = readonly EventRow[]

/** Rows in chunks, the newest first. A change makes only those chunks anew that it concerns: see `remembered`. */
export interface EventRows {
  readonly chunks: readonly Chunk[]
  readonly length: number
}

/** The most rows. Only visible rows are rendered, so this limits memory. */
export const MAX_ROWS = 100_000
/** A chunk with more than twice as many rows is split. */
const CHUNK = 256

export const NO_ROWS: EventRows = { chunks: [], length: 0 }

export const allRows = ({ chunks }: EventRows): readonly EventRow[] => chunks.flat()

export function findRow({ chunks }: EventRows, id: string): EventRow | undefined {
  return chunks.find((chunk) => idsIn(chunk).has(id))?.find((row) => row.id === id)
}

/** Adds the events that the collector received: at their time, or in place of the page's report. */
export function withArrived(
  rows: EventRows,
  events: readonly ReceivedEvent[],
): { readonly rows: EventRows; readonly added: ReadonlySet<string> } {
  const arrived = new Map(events.map((stored) => [stored.event.id, stored]))
  // After a reconnection, received events may already have a row.
  const { rows: known, others } = withChanges(rows, arrived, (row, stored) =>
    row.stored === undefined ? { ...row, stored } : row,
  )
  const added = [...others.values()].map((stored): EventRow => ({ id: stored.event.id, stored, life: undefined }))
  return { rows: withRows(known, added, 'above'), added: new Set(others.keys()) }
}

/** Adds rows that the collector received earlier. */
export function withOlder(rows: EventRows, events: readonly ReceivedEvent[]): EventRows {
  const older = new Map(events.map((stored) => [stored.event.id, stored]))
  const { others } = withChanges(rows, older, (row) => row)
  const added = [...others.values()].map((stored): EventRow => ({ id: stored.event.id, stored, life: undefined }))
  return withRows(rows, added, 'below')
}

/** Applies the reports of pages, including those about events that are not delivered yet. */
export function withLives(rows: EventRows, lives: readonly EventLife[]): EventRows {
  const reported = new Map(lives.map((life) => [life.id, life]))
  const { rows: known, others } = withChanges(rows, reported, (row, life) => ({ ...row, life }))
  // Copies of an event older than the oldest row get no row.
  const ahead = [...others.values()].filter(({ steps }) => steps.length > 0)
  return withRows(
    known,
    ahead.reverse().map((life): EventRow => ({ id: life.id, stored: undefined, life })),
    'above',
  )
}

/** The event as the collector has it, or else as its page has completed it. */
export const eventOf = ({ stored, life }: EventRow): CollectedEvent | undefined => stored?.event ?? life?.event

/** The time of the oldest row, in milliseconds since 1970. */
export function oldestAt({ chunks }: EventRows): number | undefined {
  const oldest = chunks.at(-1)?.at(-1)
  return oldest && happenedAt(oldest)
}

/** Milliseconds since 1970, by the clock of the services where that of the page is wrong. */
export function happenedAt(row: EventRow): number {
  const at = eventOf(row)?.at
  const { clockAheadMs = 0 } = wrongClock((row.stored ?? row.life)?.clockAheadMs ?? 0)
  return at === undefined ? (row.life?.steps[0]?.at ?? 0) : at - clockAheadMs
}

const knownIds = new WeakMap<Chunk, ReadonlySet<string>>()

function idsIn(chunk: Chunk): ReadonlySet<string> {
  const ids = knownIds.get(chunk) ?? new Set(chunk.map(({ id }) => id))
  knownIds.set(chunk, ids)
  return ids
}

/** Changes the rows with these ids, and returns those of `news` whose ids no row has. */
function withChanges<News>(
  rows: EventRows,
  news: ReadonlyMap<string, News>,
  change: (row: EventRow, one: News) => EventRow,
): { readonly rows: EventRows; readonly others: ReadonlyMap<string, News> } {
  const others = new Map(news)
  /** Rows whose time has become another one. */
  const moved: EventRow[] = []
  const chunks = rows.chunks.flatMap((chunk) => {
    const ids = idsIn(chunk)
    const own = [...others.keys()].filter((id) => ids.has(id))
    if (own.length === 0) return [chunk]
    const changed = chunk.flatMap((row) => {
      const one = others.get(row.id)
      if (one === undefined) return [row]
      others.delete(row.id)
      const next = change(row, one)
      if (happenedAt(next) === happenedAt(row)) return [next]
      moved.push(next)
      return []
    })
    if (changed.length === chunk.length && changed.every((row, place) => row === chunk[place])) return [chunk]
    return changed.length > 0 ? [changed] : []
  })
  const kept = { chunks, length: rows.length - moved.length }
  return { rows: withRows(kept, moved, 'above'), others }
}

/**
 * Adds rows at their times, and keeps not more than the most.
 *
 * @param place - where a row comes to stand among those of the same millisecond
 */
function withRows(rows: EventRows, added: readonly EventRow[], place: 'above' | 'below'): EventRows {
  if (added.length === 0) return rows
  const isFirst = (one: EventRow, row: EventRow) =>
    place === 'above' ? happenedAt(one) >= happenedAt(row) : happenedAt(one) > happenedAt(row)
  const sorted = [...added].sort((a, b) => happenedAt(b) - happenedAt(a))
  const chunks: Chunk[] = []
  let next = 0
  for (const [index, chunk] of (rows.chunks.length > 0 ? rows.chunks : [[]]).entries()) {
    const last = chunk.at(-1)
    const isEnd = index >= rows.chunks.length - 1
    const from = next
    while (next < sorted.length && (isEnd || (last && isFirst(sorted[next] as EventRow, last)))) next += 1
    chunks.push(...(from === next ? [chunk] : split(merged(chunk, sorted.slice(from, next), isFirst))))
  }
  return limited({ chunks, length: rows.length + added.length })
}

function merged(
  chunk: Chunk,
  added: readonly EventRow[],
  isFirst: (one: EventRow, row: EventRow) => boolean,
): readonly EventRow[] {
  const rows: EventRow[] = []
  let next = 0
  for (const row of chunk) {
    for (let one = added[next]; one && isFirst(one, row); one = added[++next]) rows.push(one)
    rows.push(row)
  }
  return [...rows, ...added.slice(next)]
}

function split(rows: readonly EventRow[]): readonly Chunk[] {
  if (rows.length <= 2 * CHUNK) return [rows]
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}

function limited(rows: EventRows): EventRows {
  const chunks = [...rows.chunks]
  let { length } = rows
  while (length > MAX_ROWS) {
    const last = chunks.pop() ?? []
    const kept = last.slice(0, Math.max(0, last.length - (length - MAX_ROWS)))
    length -= last.length - kept.length
    if (kept.length > 0) chunks.push(kept)
  }
  return { chunks, length }
}
