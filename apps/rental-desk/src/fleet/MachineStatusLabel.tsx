import type { Machine } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import { dayLabel } from '../format/dayLabel.ts'
import { isoDateIn } from '../format/isoDate.ts'
import { StateLabel } from '../shell/StateLabel.tsx'

/** Whether a machine can go out, and if not, when it can. */
export function MachineStatusLabel({ machine: { status, freeInDays } }: { machine: Machine }) {
  const note = freeInDays > 0 ? `free ${dayLabel(isoDateIn(freeInDays))}` : undefined
  return <StateLabel state={status} name={statuses[status]} note={note} />
}
