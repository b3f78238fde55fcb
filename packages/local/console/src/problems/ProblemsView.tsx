import type { FeedState } from '../feed/feedState.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { useNow } from '../shell/useNow.ts'
import { ProblemItem } from './ProblemItem.tsx'
import { problemRows } from './problemRows.ts'
import classes from './ProblemsView.module.css'

/** Everything that Telltale has told the developers of the pages, and the destinations that fail. */
export function ProblemsView({ feed: { problems, connections } }: { readonly feed: FeedState }) {
  const now = useNow(1000)
  const rows = problemRows(problems, connections.tabs)
  const open = rows.filter(({ status }) => status === 'error' || status === 'warning')
  const past = rows.filter((row) => !open.includes(row))
  const isHeard = connections.totals.tabs > 0
  return (
    <Pane title="Problems" count={open.length}>
      {open.length > 0 ? (
        <ul className={classes.list} aria-label="Now">
          {open.map((row) => (
            <ProblemItem row={row} now={now} key={row.key} />
          ))}
        </ul>
      ) : (
        <Empty title={isHeard ? 'No problems now' : 'No page reports problems'}>
          {isHeard ? (
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
              <ProblemItem row={row} now={now} key={row.key} />
            ))}
          </ul>
        </>
      )}
    </Pane>
  )
}
