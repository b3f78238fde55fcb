import { dayLabel } from '../format/dayLabel.ts'
import type { Rental } from './rental.ts'
import classes from './RentalHistory.module.css'

/** The history of a rental, latest entry first. */
export function RentalHistory({ rental: { history } }: { rental: Rental }) {
  return (
    <section className={classes.history} aria-labelledby="history-title">
      <h2 id="history-title" className={classes.title}>
        History
      </h2>
      <ol className={classes.list} reversed>
        {[...history].reverse().map(({ day, text }, index) => (
          <li key={history.length - index} className={classes.step}>
            <span className={classes.day}>{dayLabel(day)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
