/** The number of rows above the row with this id. All rows if it no longer exists. */
export function rowsSince(rows: readonly { readonly id: string }[], id: string | undefined): number {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.length : place
}

/**
 * By how many rows to scroll so that the row at `top` stays in place while rows are added above it. A removed row is replaced
 * by its neighbour.
 */
export function shiftOf(
  before: readonly { readonly id: string }[],
  now: readonly { readonly id: string }[],
  top: number,
): number {
  const id = before[top]?.id
  const place = id === undefined ? -1 : now.findIndex((row) => row.id === id)
  return place < 0 ? 0 : place - top
}
