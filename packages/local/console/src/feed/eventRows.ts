import type { ReceivedEvent } from '../../../src/collector/collector.ts'
import type { EventLife } from '../../../src/protocol/eventLife.ts'

/** What is known of an event: the collector has it, or a page reported it, or both. */
export interface EventRow {
  readonly id: string
  readonly stored: ReceivedEvent | undefined
  readonly life: EventLife | undefined
}

/** The most rows. Only visible rows are rendered, so this limits memory. */
export const MAX_ROWS = 10_000

/** Adds the events that the collector received: at their time, or in place of the page's report. */
export function withArrived(
  rows: readonly EventRow[],
  events: readonly ReceivedEvent[],
): { readonly rows: readonly EventRow[]; readonly added: ReadonlySet<string> } {
  const arrived = new Map(events.map((stored) => [stored.event.id, stored]))
  const kept = rows.map((row) => {
    const stored = arrived.get(row.id)
    // After a reconnection, received events may already have a row.
    return stored !== undefined && arrived.delete(row.id) && row.stored === undefined ? { ...row, stored } : row
  })
  const added = [...arrived].map(([id, stored]): EventRow => ({ id, stored, life: undefined }))
  return { rows: byTime([...added, ...kept]), added: new Set(arrived.keys()) }
}

/** Adds rows that the collector received earlier. */
export function withOlder(rows: readonly EventRow[], events: readonly ReceivedEvent[]): readonly EventRow[] {
  const known = new Set(rows.map(({ id }) => id))
  const older = events.filter(({ event }) => !known.has(event.id))
  return byTime([...rows, ...older.map((stored): EventRow => ({ id: stored.event.id, stored, life: undefined }))])
}

/** Applies the reports of pages, including those about events that are not delivered yet. */
export function withLives(rows: readonly EventRow[], lives: readonly EventLife[]): readonly EventRow[] {
  const reported = new Map(lives.map((life) => [life.id, life]))
  const known = rows.map((row) => {
    const life = reported.get(row.id)
    return life !== undefined && reported.delete(row.id) ? { ...row, life } : row
  })
  // Copies of an event older than the oldest row get no row.
  const others = [...reported.values()].filter(({ steps }) => steps.length > 0)
  const ahead = others.map((life): EventRow => ({ id: life.id, stored: undefined, life }))
  return byTime([...ahead.reverse(), ...known])
}

/** The newest first, and not more than are kept. Of those of one millisecond, the one that came last is the first. */
function byTime(rows: readonly EventRow[]): readonly EventRow[] {
  return [...rows].sort((a, b) => happenedAt(b) - happenedAt(a)).slice(0, MAX_ROWS)
}

/** Milliseconds since 1970. */
export function happenedAt({ stored, life }: EventRow): number {
  return stored?.event.at ?? life?.steps[0]?.at ?? 0
}
