import type { Machine } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import { dayLabel } from '../format/dayLabel.ts'
import { isoDateIn } from '../format/isoDate.ts'
import { StateLabel } from '../shell/StateLabel.tsx'

/** The status of a machine and, if it is not free now, the day on which it becomes free. */
export function MachineStatusLabel({ machine: { status, freeInDays } }: { machine: Machine }) {
  const note = freeInDays > 0 ? `free ${dayLabel(isoDateIn(freeInDays))}` : undefined
  return <StateLabel state={status} name={statuses[status]} note={note} />
}
