import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import surfaces from '../theme/surfaces.module.css'
import classes from './DeskTable.module.css'

interface Column {
  /** Nothing, where the cells say by themselves what they are. */
  readonly name: string
  readonly className?: string | undefined
}

interface Props {
  label: string
  columns: readonly Column[]
  /** Its rows. */
  children: ReactNode
}

/** The class of a column whose cells are figures. */
export const figure = classes.figure

/** A table on a sheet of its own, with columns that are named. */
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
