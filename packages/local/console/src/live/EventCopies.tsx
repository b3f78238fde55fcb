import type { VendorRecord } from '../../../src/console/vendorRecord.ts'
import type { EventRow } from '../feed/eventRows.ts'
import { clock } from '../format/time.ts'
import classes from './EventCopies.module.css'

interface EventCopiesProps {
  readonly row: EventRow
  readonly records: readonly VendorRecord[]
}

/** Who has the event: the collector, how often it came there, and what each vendor's script made of it. */
export function EventCopies({ row: { id, stored, life }, records }: EventCopiesProps) {
  const own = records.filter(({ eventId }) => eventId === id)
  const copies = life?.copies ?? 0
  return (
    <section className={classes.copies}>
      <h3 className={classes.title}>Copies</h3>
      <ul className={classes.list}>
        <li>
          <span className={classes.name}>collector</span>
          {stored === undefined ? (
            <span className={classes.note}>has not got it</span>
          ) : (
            <span className={classes.note}>
              {clock(stored.receivedAt)}, {copies === 0 ? 'once' : `and ${copies} more that were dropped`}
            </span>
          )}
        </li>
        {own.map(({ seq, vendor, kind, at, body, problem }) => (
          <li key={seq}>
            <span className={classes.name}>{vendor}</span>
            <span className={classes.note}>
              {clock(at)}, as <code>{kind}</code>
            </span>
            {problem !== undefined && <span className={classes.problem}>{problem}</span>}
            <details className={classes.body}>
              <summary>What it was told</summary>
              <pre tabIndex={0}>{JSON.stringify(body, undefined, 2)}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
