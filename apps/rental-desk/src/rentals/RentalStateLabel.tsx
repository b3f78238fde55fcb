import { StateLabel } from '../shell/StateLabel.tsx'
import { dueLine } from './dueLine.ts'
import type { Rental } from './rental.ts'
import { rentalState, stateNames } from './rentalState.ts'

/** The state of a rental, and the date that matters most in this state. */
export function RentalStateLabel({ rental }: { rental: Rental }) {
  const state = rentalState(rental)
  return <StateLabel state={state} name={stateNames[state]} note={dueLine(rental)} />
}
