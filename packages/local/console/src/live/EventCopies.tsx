import type { VendorRecord } from '../../../src/protocol/vendorRecord.ts'
import type { EventRow } from '../feed/eventRows.ts'
import { clock } from '../format/time.ts'
import { Scroller } from '../shell/Scroller.tsx'
import classes from './EventCopies.module.css'

interface EventCopiesProps {
  readonly row: EventRow
  readonly records: readonly VendorRecord[]
}

/** The copies of the event: how often the collector received it, and what each vendor's script made of it. */
export function EventCopies({ row: { id, stored, life }, records }: EventCopiesProps) {
  const own = records.filter(({ eventId }) => eventId === id)
  const copies = life?.copies ?? 0
  return (
    <section className={classes.copies}>
      <h3 className={classes.title}>Received by</h3>
      <ul className={classes.list}>
        <li>
          <span className={classes.name}>local collector</span>
          {stored === undefined ? (
            <span className={classes.note}>not received</span>
          ) : (
            <span className={classes.note}>
              {clock(stored.receivedAt)},{' '}
              {copies === 0 ? 'received once' : `received ${copies + 1} times, duplicates discarded`}
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
              <summary>Data</summary>
              <Scroller as="pre" name={`Data of ${kind}`}>
                {JSON.stringify(body, undefined, 2)}
              </Scroller>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
