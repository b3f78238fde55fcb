import { Table } from '@mantine/core'
import { categories } from '../data/categories.ts'
import { yards } from '../data/yards.ts'
import { dollars } from '../format/dollars.ts'
import { DeskTable, figure } from '../shell/DeskTable.tsx'
import type { FleetListProps } from './FleetListProps.ts'
import classes from './FleetTable.module.css'
import { MachineStatusLabel } from './MachineStatusLabel.tsx'
import { NumberPlate } from './NumberPlate.tsx'
import { QuoteButton } from './QuoteButton.tsx'

const columns = [
  ...['Number', 'Machine', 'Status', 'Yard'].map((name) => ({ name })),
  { name: 'Day rate', className: figure },
  { name: '' },
]

/** The machines as a table, where there is room for one. */
export function FleetTable({ machines, picked, onPick }: FleetListProps) {
  return (
    <DeskTable label="Machines" columns={columns}>
      {machines.map((machine) => (
        <Table.Tr key={machine.number} className={classes.row} data-picked={machine.number === picked || undefined}>
          <Table.Td>
            <NumberPlate number={machine.number} />
          </Table.Td>
          <Table.Th scope="row" className={classes.machine}>
            <span className={classes.model}>{machine.model}</span>
            <span className={classes.summary} title={categories[machine.category]}>
              {machine.summary}
            </span>
          </Table.Th>
          <Table.Td>
            <MachineStatusLabel machine={machine} />
          </Table.Td>
          <Table.Td className={classes.yard}>{yards[machine.yard]}</Table.Td>
          <Table.Td className={figure}>{dollars(machine.dayRate)}</Table.Td>
          <Table.Td>
            <QuoteButton number={machine.number} picked={picked} onPick={onPick} size="compact-sm" />
          </Table.Td>
        </Table.Tr>
      ))}
    </DeskTable>
  )
}
