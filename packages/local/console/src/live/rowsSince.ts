import type { EventRows } from '../feed/eventRows.ts'

/** The number of rows above the row with this id. All rows if it no longer exists. */
export function rowsSince(rows: readonly { readonly id: string }[], id: string | undefined): number {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.length : place
}

/** The number of rows that are not among the former ones. A late event is not above them: the rows are in the order of their times. */
export function rowsBeside(rows: EventRows, former: EventRows): number {
  const [now, before] = [new Set(rows.chunks), new Set(former.chunks)]
  const known = new Set(former.chunks.flatMap((chunk) => (now.has(chunk) ? [] : chunk.map(({ id }) => id))))
  return rows.chunks
    .filter((chunk) => !before.has(chunk))
    .reduce((sum, chunk) => sum + chunk.filter(({ id }) => !known.has(id)).length, 0)
}
