/** How many came above the row with this id; all of them when it is not there any more. */
export function rowsSince(rows: readonly { readonly id: string }[], id: string | undefined): number {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.length : place
}

/**
 * By how many rows to scroll on so that the row at `top` stays where it is while others come in above it. A row that is
 * gone leaves its place to its neighbours.
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
