import type { Machine } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import { dayLabel } from '../format/dayLabel.ts'
import { isoDateIn } from '../format/isoDate.ts'
import classes from './MachineStatusLabel.module.css'

/** Whether a machine can go out, and if not, when it can. */
export function MachineStatusLabel({ machine: { status, freeInDays } }: { machine: Machine }) {
  return (
    <span className={classes.status} data-status={status}>
      <span className={classes.name}>{statuses[status]}</span>
      {freeInDays > 0 && <span className={classes.until}>free {dayLabel(isoDateIn(freeInDays))}</span>}
    </span>
  )
}
