import type { CSSProperties } from 'react'
import classes from './EventHeads.module.css'
import { LifeLegend } from './LifeLegend.tsx'
import { COLUMN_NAMES, type ColumnLayout } from './liveColumns.ts'

/** The column headings of the list. */
export function EventHeads({ layout }: { readonly layout: ColumnLayout }) {
  return (
    <div className={classes.heads} style={columnsOf(layout)} data-narrow={layout.isNarrow}>
      {layout.columns.map(({ column }) => (
        <span className={classes.head} data-column={column} key={column}>
          {COLUMN_NAMES[column]}
          {column === 'delivery' && <LifeLegend />}
        </span>
      ))}
    </div>
  )
}

/** The widths of the columns, for headings and rows. */
export function columnsOf({ columns }: ColumnLayout): CSSProperties {
  return { '--columns': columns.map(({ width }) => `${width}px`).join(' ') } as CSSProperties
}
