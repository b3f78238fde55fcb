/** The number of rows above the row with this id. All rows if it no longer exists. */
export function rowsSince(rows: readonly { readonly id: string }[], id: string | undefined): number {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.length : place
}
