import { VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import classes from './DataTable.module.css'
import { useCut } from './useCut.ts'
import { useScrollStop } from './useScrollStop.ts'

export interface Column<T> {
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** The content of the column: words, sentences that may take several lines, code, right-aligned numbers, or a self-explanatory control. */
  readonly as?: 'text' | 'prose' | 'code' | 'figure' | 'action'
}

interface DataTableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  /** Rows of ended items, such as a closed stream. */
  readonly isFaint?: (row: T) => boolean
  /** Rows with the same key, which follow one another, have a heading in common. */
  readonly groups?: { readonly keyOf: (row: T) => string; readonly render: (row: T) => ReactNode }
}

/** A phone has room for so many columns. */
const MOST_BESIDE = 4

/** A table in which each row has the same columns. */
export function DataTable<T>({ label, columns, rows, keyOf, isFaint, groups }: DataTableProps<T>) {
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
        {/* On a narrow screen, rows are cards. Their display would take the roles of a table from the elements. */}
        <table className={classes.table} role="table" data-folds={columns.length > MOST_BESIDE || undefined}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ title, as }) => (
                <th role="columnheader" scope="col" data-as={as} key={title}>
                  {as === 'action' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                </th>
              ))}
            </tr>
          </thead>
          {groupsOf(rows, groups?.keyOf).map(([first, ...others]) => (
            <tbody role="rowgroup" key={groups?.keyOf(first) ?? 'all'}>
              {groups !== undefined && (
                <tr role="row">
                  <th className={classes.group} role="rowheader" scope="rowgroup" colSpan={columns.length}>
                    {groups.render(first)}
                  </th>
                </tr>
              )}
              {[first, ...others].map((row) => (
                <tr role="row" data-faint={isFaint?.(row)} key={keyOf(row)}>
                  {columns.map(({ title, render, as }) => (
                    <td role="cell" data-as={as} data-title={as === 'action' ? undefined : title} key={title}>
                      {render(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

/** Each group has at least one row. */
type Group<T> = readonly [T, ...T[]]

/** The rows in groups of the same key. Without keys, they are one group. */
function groupsOf<T>(rows: readonly T[], keyOf: (row: T) => string = () => ''): readonly Group<T>[] {
  const groups: [T, ...T[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && keyOf(last[0]) === keyOf(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}
