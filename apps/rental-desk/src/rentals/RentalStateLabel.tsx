import { dueLine } from './dueLine.ts'
import type { Rental } from './rental.ts'
import classes from './RentalStateLabel.module.css'
import { rentalState, stateNames } from './rentalState.ts'

/** How a rental stands, and the day that matters. */
export function RentalStateLabel({ rental }: { rental: Rental }) {
  const state = rentalState(rental)
  return (
    <span className={classes.status} data-state={state}>
      <span className={classes.name}>{stateNames[state]}</span>
      <span className={classes.when}>{dueLine(rental)}</span>
    </span>
  )
}
