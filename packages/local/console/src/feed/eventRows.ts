import type { StoredEvent } from '../../../src/collector/eventStore.ts'
import type { EventLife } from '../../../src/console/eventLife.ts'

/** What is known of an event: the collector has it, or a page reported it, or both. */
export interface EventRow {
  readonly id: string
  readonly stored: StoredEvent | undefined
  readonly life: EventLife | undefined
}

/** The most rows. Only visible rows are rendered, so this limits memory. */
export const MAX_ROWS = 10_000

/** Adds the events that the collector received: at the top, or in place of the page's report. */
export function withArrived(
  rows: readonly EventRow[],
  events: readonly StoredEvent[],
): { readonly rows: readonly EventRow[]; readonly added: ReadonlySet<string> } {
  const arrived = new Map(events.map((stored) => [stored.event.id, stored]))
  const kept = rows.map((row) => {
    const stored = arrived.get(row.id)
    // After a reconnection, received events may already have a row.
    return stored !== undefined && arrived.delete(row.id) && row.stored === undefined ? { ...row, stored } : row
  })
  const added = [...arrived].map(([id, stored]): EventRow => ({ id, stored, life: undefined }))
  return { rows: [...added, ...kept].slice(0, MAX_ROWS), added: new Set(arrived.keys()) }
}

/** Appends older rows. */
export function withOlder(rows: readonly EventRow[], events: readonly StoredEvent[]): readonly EventRow[] {
  const known = new Set(rows.map(({ id }) => id))
  const older = events.filter(({ event }) => !known.has(event.id))
  return [...rows, ...older.map((stored): EventRow => ({ id: stored.event.id, stored, life: undefined }))].slice(
    0,
    MAX_ROWS,
  )
}

/** Applies the reports of pages, including those about events that are not delivered yet. */
export function withLives(rows: readonly EventRow[], lives: readonly EventLife[]): readonly EventRow[] {
  const told = new Map(lives.map((life) => [life.id, life]))
  const known = rows.map((row) => {
    const life = told.get(row.id)
    return life !== undefined && told.delete(row.id) ? { ...row, life } : row
  })
  // Copies of an event older than the oldest row get no row.
  const others = [...told.values()].filter(({ steps }) => steps.length > 0)
  if (others.length === 0) return known
  const ahead = others.map((life): EventRow => ({ id: life.id, stored: undefined, life }))
  return merged(
    known,
    ahead.sort((a, b) => happenedAt(b) - happenedAt(a)),
  ).slice(0, MAX_ROWS)
}

/** Milliseconds since 1970. */
export function happenedAt({ stored, life }: EventRow): number {
  return stored?.event.at ?? life?.steps[0]?.at ?? 0
}

/** Inserts `added`, the newest first, each above the first row that happened before it. Existing rows keep their order. */
function merged(rows: readonly EventRow[], added: readonly EventRow[]): readonly EventRow[] {
  const all: EventRow[] = []
  let next = 0
  for (const row of rows) {
    for (let one = added[next]; one !== undefined && happenedAt(one) >= happenedAt(row); one = added[++next])
      all.push(one)
    all.push(row)
  }
  return [...all, ...added.slice(next)]
}
