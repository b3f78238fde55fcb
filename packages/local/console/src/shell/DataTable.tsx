import { VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import classes from './DataTable.module.css'
import { useCut } from './useCut.ts'
import { useScrollStop } from './useScrollStop.ts'

export interface Column<T> {
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** The content of the column: prose, code, right-aligned numbers, or a self-explanatory control. */
  readonly as?: 'text' | 'code' | 'figure' | 'action'
}

interface DataTableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  /** Rows of ended items, such as a closed stream. */
  readonly isFaint?: (row: T) => boolean
}

/** A table in which each row has the same columns. */
export function DataTable<T>({ label, columns, rows, keyOf, isFaint }: DataTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const cut = useCut(scroller)
  const tabIndex = useScrollStop(scroller)
  return (
    <div className={classes.frame} data-cut={cut}>
      <div
        className={`${scrolling.scrolling} ${classes.scroller}`}
        ref={scroller}
        tabIndex={tabIndex}
        role="group"
        aria-label={label}
      >
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
    </div>
  )
}
