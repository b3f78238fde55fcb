import { UnstyledButton } from '@mantine/core'
import { fleet } from '../data/fleet.ts'
import type { MachineStatus } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import classes from './StatusFilter.module.css'

interface Props {
  value: MachineStatus | null
  onChange: (status: MachineStatus | null) => void
}

/** How the fleet stands, one mark for each machine; pressing a status shows only its machines. */
export function StatusFilter({ value, onChange }: Props) {
  return (
    <div className={classes.statuses} role="group" aria-label="Show machines by status">
      {(Object.keys(statuses) as MachineStatus[]).map((status) => {
        const { length } = fleet.filter((machine) => machine.status === status)
        return (
          <UnstyledButton
            key={status}
            className={classes.status}
            data-status={status}
            aria-pressed={value === status}
            onClick={() => onChange(value === status ? null : status)}
          >
            <span className={classes.figure}>{length}</span>
            <span className={classes.label}>{statuses[status]}</span>
            <span className={classes.marks} aria-hidden="true">
              {Array.from({ length }, (_, mark) => (
                <i key={mark} />
              ))}
            </span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}
