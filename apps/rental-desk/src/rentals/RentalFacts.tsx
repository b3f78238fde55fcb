import { customers } from '../data/customers.ts'
import type { Machine } from '../data/machine.ts'
import { sites } from '../data/sites.ts'
import { yards } from '../data/yards.ts'
import { NumberPlate } from '../fleet/NumberPlate.tsx'
import { dayLabel } from '../format/dayLabel.ts'
import { dollars } from '../format/dollars.ts'
import { countOf } from '../pricing/countOf.ts'
import { rentalDays } from '../quote/rentalDays.ts'
import { Facts } from '../shell/Facts.tsx'
import type { Rental } from './rental.ts'
import surfaces from '../theme/surfaces.module.css'
import classes from './RentalFacts.module.css'
import { RentalSpan } from './RentalSpan.tsx'

/** The details of a rental: its machine, customer, site, dates and day rate. */
export function RentalFacts({ rental, machine }: { rental: Rental; machine: Machine | undefined }) {
  const days = rentalDays({ from: rental.from, to: rental.due })
  const facts = [
    ['Customer', customers[rental.customer]],
    ['Contact', rental.contact],
    ['Site', sites[rental.site].name],
    ['Days', `${dayLabel(rental.from)} – ${dayLabel(rental.due)} (${countOf(days, 'day').replace(' ', '\u00A0')})`],
    ['Yard', machine && yards[machine.yard]],
    ['Day rate', machine && dollars(machine.dayRate)],
  ] as const
  return (
    <section className={surfaces.sheet} aria-label="What was agreed">
      <div className={classes.machine}>
        <NumberPlate number={rental.machine} />
        <span>
          <span className={classes.model}>{machine?.model}</span>
          <span className={classes.summary}>{machine?.summary}</span>
        </span>
      </div>
      <div className={classes.span}>
        <RentalSpan rental={rental} />
      </div>
      <div className={classes.facts}>
        <Facts facts={facts} />
      </div>
    </section>
  )
}
