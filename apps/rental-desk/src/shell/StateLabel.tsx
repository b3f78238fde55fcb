import type { MachineStatus } from '../data/machine.ts'
import type { RentalState } from '../rentals/rentalState.ts'
import classes from './StateLabel.module.css'

interface Props {
  state: MachineStatus | RentalState
  name: string
  /** The relevant date, in words. */
  note?: string | undefined
}

/** The state of a machine or a rental, as a colour and in words. */
export function StateLabel({ state, name, note }: Props) {
  return (
    <span className={classes.label} data-state={state}>
      <span className={classes.name}>{name}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </span>
  )
}
