import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import classes from './DataTable.module.css'

export interface Column<T> {
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** How it is set: prose, code, figures to the right, or something to press that says itself what it does. */
  readonly as?: 'text' | 'code' | 'figure' | 'action'
}

interface DataTableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  /** Rows that are over: an ended stream, a poll that nobody makes any more. */
  readonly isFaint?: (row: T) => boolean
}

/** Rows of the same kind, each with the same columns. */
export function DataTable<T>({ label, columns, rows, keyOf, isFaint }: DataTableProps<T>) {
  return (
    <div className={`${scrolling.scrolling} ${classes.scroller}`} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ title, as }) => (
              <th scope="col" data-as={as} key={title}>
                {as === 'action' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr data-faint={isFaint?.(row)} key={keyOf(row)}>
              {columns.map(({ title, render, as }) => (
                <td data-as={as} key={title}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
