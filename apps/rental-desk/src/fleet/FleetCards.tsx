import { yards } from '../data/yards.ts'
import { dollars } from '../format/dollars.ts'
import surfaces from '../theme/surfaces.module.css'
import classes from './FleetCards.module.css'
import type { FleetListProps } from './FleetListProps.ts'
import { MachineStatusLabel } from './MachineStatusLabel.tsx'
import { NumberPlate } from './NumberPlate.tsx'
import { QuoteButton } from './QuoteButton.tsx'

/** The machines as cards, for a screen too narrow for a table. */
export function FleetCards({ machines, picked, onPick }: FleetListProps) {
  return (
    <ul className={surfaces.sheets} aria-label="Machines">
      {machines.map((machine) => (
        <li
          key={machine.number}
          className={`${surfaces.sheet} ${classes.card}`}
          data-picked={machine.number === picked || undefined}
        >
          <div className={classes.head}>
            <NumberPlate number={machine.number} />
            <MachineStatusLabel machine={machine} />
          </div>
          <div className={classes.model}>{machine.model}</div>
          <div className={classes.summary}>
            {machine.summary} · {yards[machine.yard]}
          </div>
          <div className={classes.foot}>
            <span>
              <strong>{dollars(machine.dayRate)}</strong> a day
            </span>
            <QuoteButton number={machine.number} picked={picked} onPick={onPick} />
          </div>
        </li>
      ))}
    </ul>
  )
}
