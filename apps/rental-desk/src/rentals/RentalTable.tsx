import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { customers } from '../data/customers.ts'
import { fleet } from '../data/fleet.ts'
import { sites } from '../data/sites.ts'
import { NumberPlate } from '../fleet/NumberPlate.tsx'
import { dayLabel } from '../format/dayLabel.ts'
import { DeskTable } from '../shell/DeskTable.tsx'
import type { Rental } from './rental.ts'
import { RentalSpan } from './RentalSpan.tsx'
import { RentalStateLabel } from './RentalStateLabel.tsx'
import classes from './RentalTable.module.css'

const columns = ['Rental', 'Machine', 'Customer', 'State', 'Days'].map((name) => ({ name }))

/** The rentals as a table, where there is room for one. */
export function RentalTable({ rentals }: { rentals: readonly Rental[] }) {
  return (
    <DeskTable label="Rentals" columns={columns}>
      {rentals.map((rental) => (
        <Table.Tr key={rental.id} className={classes.row}>
          <Table.Th scope="row">
            <Link className={classes.id} href={`/rentals/${rental.id}`}>
              {rental.id}
            </Link>
          </Table.Th>
          <Table.Td>
            <span className={classes.machine}>
              <NumberPlate number={rental.machine} />
              <span className={classes.model}>{fleet.find(({ number }) => number === rental.machine)?.model}</span>
            </span>
          </Table.Td>
          <Table.Td>
            <span className={classes.customer}>{customers[rental.customer]}</span>
            <span className={classes.site}>{sites[rental.site].name}</span>
          </Table.Td>
          <Table.Td>
            <RentalStateLabel rental={rental} />
          </Table.Td>
          <Table.Td>
            <RentalSpan rental={rental} />
            <span className={classes.dates}>
              {dayLabel(rental.from)} – {dayLabel(rental.due)}
            </span>
          </Table.Td>
        </Table.Tr>
      ))}
    </DeskTable>
  )
}
