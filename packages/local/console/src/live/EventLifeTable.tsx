import { clock, duration, since } from '../format/time.ts'
import classes from './EventLifeTable.module.css'
import type { EventLine } from './eventLine.ts'
import { LifeTrack } from './LifeTrack.tsx'
import type { DestinationLife } from './lifeLine.ts'

interface EventLifeTableProps {
  readonly line: EventLine
  /** Whether a page told of it: the collector alone knows only that it arrived. */
  readonly hasLife: boolean
}

/** When an event went through each step of its life, and when each destination had it. */
export function EventLifeTable({ line, hasLife }: EventLifeTableProps) {
  const { common, destinations } = line.life
  return (
    <section className={classes.life}>
      <h3 className={classes.title}>
        Life <LifeTrack life={line.life} />
      </h3>
      {!hasLife && (
        <p className={classes.untold}>
          The page did not tell of it. With <code>consoleLink</code> among its observers it would.
        </p>
      )}
      {common.length > 0 && (
        <ol className={classes.steps}>
          {common.map(({ step, at, reason }, index) => (
            <li className={classes.step} data-step={step} key={`${step} ${at}`}>
              <span className={classes.name}>{step === 'held' ? 'held back' : step}</span>
              <span className={classes.at}>{index === 0 ? clock(at) : since(line.at, at)}</span>
              {reason !== undefined && <span className={classes.reason}>{reason}</span>}
            </li>
          ))}
        </ol>
      )}
      {destinations.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Destination</th>
              <th scope="col">Sent</th>
              <th scope="col">Acknowledged</th>
            </tr>
          </thead>
          <tbody>
            {destinations.map((one) => (
              <DestinationRow one={one} start={line.at} key={one.name} />
            ))}
          </tbody>
        </table>
      )}
      {line.lateMs !== undefined && (
        <p className={classes.late}>Arrived {duration(line.lateMs)} after it happened: it was kept until then.</p>
      )}
    </section>
  )
}

function DestinationRow({ one, start }: { readonly one: DestinationLife; readonly start: number }) {
  const { name, stage, sentAt, acknowledgedAt, droppedAt, reason } = one
  return (
    <tr data-stage={stage}>
      <th scope="row">{name}</th>
      <td>{sentAt === undefined ? '–' : since(start, sentAt)}</td>
      <td>
        {stage === 'dropped' && droppedAt !== undefined
          ? `dropped ${since(start, droppedAt)}${reason === undefined ? '' : `: ${reason}`}`
          : acknowledgedAt === undefined
            ? 'not yet'
            : since(start, acknowledgedAt)}
      </td>
    </tr>
  )
}
