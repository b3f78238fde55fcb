import type { Rental } from './rental.ts'
import classes from './RentalSpan.module.css'
import { rentalState } from './rentalState.ts'
import { spanOf } from './spanOf.ts'

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** A timeline of a rental with a mark for today. Purely visual, so it is hidden from assistive technology. */
export function RentalSpan({ rental }: { rental: Rental }) {
  const { start, length, today } = spanOf(rental)
  return (
    <span className={classes.line} aria-hidden="true">
      <span
        className={classes.span}
        data-state={rentalState(rental)}
        style={{ left: percent(start), width: percent(length) }}
      />
      <span className={classes.today} style={{ left: percent(today) }} />
    </span>
  )
}
