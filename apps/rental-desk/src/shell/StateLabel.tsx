import type { MachineStatus } from '../data/machine.ts'
import type { RentalState } from '../rentals/rentalState.ts'
import classes from './StateLabel.module.css'

interface Props {
  state: MachineStatus | RentalState
  name: string
  /** The day that matters. */
  note?: string | undefined
}

/** How a machine or a rental is, in its colour and in words. */
export function StateLabel({ state, name, note }: Props) {
  return (
    <span className={classes.label} data-state={state}>
      <span className={classes.name}>{name}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </span>
  )
}
