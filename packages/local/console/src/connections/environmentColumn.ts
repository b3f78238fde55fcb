import type { Column } from '../shell/DataTable.tsx'

interface Placed {
  readonly environment: string
}

/** The environment of each row, where they have different ones: the same in every row, it says nothing and takes room. */
export function environmentColumn(rows: readonly Placed[]): readonly Column<Placed>[] {
  if (new Set(rows.map(({ environment }) => environment)).size < 2) return []
  return [{ title: 'Environment', render: ({ environment }) => environment, as: 'code' }]
}
