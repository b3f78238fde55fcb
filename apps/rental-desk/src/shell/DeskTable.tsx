import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import surfaces from '../theme/surfaces.module.css'
import classes from './DeskTable.module.css'

interface Column {
  /** Empty if the cells need no heading. */
  readonly name: string
  readonly className?: string | undefined
}

interface Props {
  label: string
  columns: readonly Column[]
  /** The rows of the table. */
  children: ReactNode
}

/** The class of a column of numbers. */
export const figure = classes.figure

/** A table with column headings, on its own sheet. */
export function DeskTable({ label, columns, children }: Props) {
  return (
    <div className={surfaces.sheet}>
      <Table className={classes.table} aria-label={label} verticalSpacing="xs" horizontalSpacing="0.875rem">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, className }) =>
              name === '' ? (
                <Table.Td key={name} />
              ) : (
                <Table.Th key={name} scope="col" className={className}>
                  {name}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}
