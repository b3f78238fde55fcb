import type { Column } from '../shell/DataTable.tsx'

interface Placed {
  readonly environment: string
}

/** A column with the environment of each row. Omitted if all rows have the same environment. */
export function environmentColumn(rows: readonly Placed[]): readonly Column<Placed>[] {
  if (new Set(rows.map(({ environment }) => environment)).size < 2) return []
  return [{ title: 'Environment', render: ({ environment }) => environment, as: 'code' }]
}
