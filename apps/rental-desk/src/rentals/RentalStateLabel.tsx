import { StateLabel } from '../shell/StateLabel.tsx'
import { dueLine } from './dueLine.ts'
import type { Rental } from './rental.ts'
import { rentalState, stateNames } from './rentalState.ts'

/** How a rental stands, and the day that matters. */
export function RentalStateLabel({ rental }: { rental: Rental }) {
  const state = rentalState(rental)
  return <StateLabel state={state} name={stateNames[state]} note={dueLine(rental)} />
}
