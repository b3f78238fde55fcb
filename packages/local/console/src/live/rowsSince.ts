/** The number of rows above the row with this id. All rows if it no longer exists. */
export function rowsSince(rows: readonly { readonly id: string }[], id: string | undefined): number {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.length : place
}

/** The number of rows that are not among the former ones. A late event is not above them: the rows are in the order of their times. */
export function rowsBeside(
  rows: readonly { readonly id: string }[],
  former: readonly { readonly id: string }[],
): number {
  const ids = new Set(former.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id)).length
}
