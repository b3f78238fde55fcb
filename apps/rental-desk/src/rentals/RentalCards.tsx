import { Link } from 'wouter'
import { customers } from '../data/customers.ts'
import { sites } from '../data/sites.ts'
import { NumberPlate } from '../fleet/NumberPlate.tsx'
import { dayLabel } from '../format/dayLabel.ts'
import type { Rental } from './rental.ts'
import surfaces from '../theme/surfaces.module.css'
import classes from './RentalCards.module.css'
import { RentalSpan } from './RentalSpan.tsx'
import { RentalStateLabel } from './RentalStateLabel.tsx'

/** The rentals as cards, for a screen too narrow for a table. */
export function RentalCards({ rentals }: { rentals: readonly Rental[] }) {
  return (
    <ul className={surfaces.sheets} aria-label="Rentals">
      {rentals.map((rental) => (
        <li key={rental.id} className={`${surfaces.sheet} ${classes.card}`}>
          <div className={classes.head}>
            <span className={classes.what}>
              <Link className={classes.id} href={`/rentals/${rental.id}`}>
                {rental.id}
              </Link>
              <NumberPlate number={rental.machine} />
            </span>
            <RentalStateLabel rental={rental} />
          </div>
          <div className={classes.customer}>{customers[rental.customer]}</div>
          <div className={classes.site}>{sites[rental.site].name}</div>
          <RentalSpan rental={rental} />
          <div className={classes.dates}>
            {dayLabel(rental.from)} – {dayLabel(rental.due)}
          </div>
        </li>
      ))}
    </ul>
  )
}
