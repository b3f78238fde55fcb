import type { FeedState } from '../feed/feedState.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { useNow } from '../shell/useNow.ts'
import { ProblemItem } from './ProblemItem.tsx'
import { currentRows, isOpen } from './problemRows.ts'
import { rowsOfFeed } from './rowsOfFeed.ts'
import classes from './ProblemsView.module.css'

/** Everything that Telltale has told the developers of the pages, and the destinations that fail. */
export function ProblemsView({ feed }: { readonly feed: FeedState }) {
  const { connections, state, rows: events } = feed
  const now = useNow(1000)
  const rows = currentRows(rowsOfFeed(feed, now), now)
  const open = rows.filter(isOpen)
  const past = rows.filter((row) => !isOpen(row))
  const isFaulty = (state?.faults.length ?? 0) > 0
  const isHeard = connections.totals.tabs > 0
  return (
    <Pane title="Problems" count={open.length}>
      {open.length > 0 ? (
        <ul className={classes.list} aria-label="Now">
          {open.map((row) => (
            <ProblemItem row={row} events={events} now={now} key={row.key} />
          ))}
        </ul>
      ) : (
        <Empty title={!isHeard ? 'No page reports problems' : isFaulty ? 'No problems yet' : 'No problems now'}>
          {isHeard && isFaulty ? (
            'Nothing has failed yet, as far as pages report. They may have sent no request since the faults began.'
          ) : isHeard ? (
            'All open pages work, as far as they can tell, and their destinations take events.'
          ) : (
            <>
              Pages with <code>consoleLink</code> report here what Telltale writes to their browser console. None is
              open.
            </>
          )}
        </Empty>
      )}
      {past.length > 0 && (
        <>
          <h3 className={classes.title}>Not current</h3>
          <ul className={classes.list} aria-label="Not current">
            {past.map((row) => (
              <ProblemItem row={row} events={events} now={now} key={row.key} />
            ))}
          </ul>
        </>
      )}
    </Pane>
  )
}
