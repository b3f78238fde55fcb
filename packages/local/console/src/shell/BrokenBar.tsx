import type { FeedState } from '../feed/feedState.ts'
import { BrokenNotice } from './BrokenNotice.tsx'
import { Connection } from './Connection.tsx'
import { Navigation } from './Navigation.tsx'
import type { View } from './route.ts'
import type { LastOpen } from './useLastOpen.ts'
import classes from './TopBar.module.css'

interface BrokenBarProps {
  readonly connection: FeedState['connection']
  readonly view: View
  readonly lastOpen: LastOpen
  /** The views with unsaved changes. */
  readonly unsaved: readonly View[]
}

/** Replaces a top bar that failed to render: the navigation without the figures, one of which caused the error. */
export function BrokenBar({ connection, view, lastOpen, unsaved }: BrokenBarProps) {
  return (
    <>
      <header className={classes.bar}>
        <h1 className={classes.name}>Telltale</h1>
        <Navigation marks={{}} unsaved={unsaved} view={view} lastOpen={lastOpen} />
        <div className={`${classes.tools} ${classes.last}`}>
          <Connection value={connection} />
        </div>
      </header>
      <BrokenNotice name="The top bar" />
    </>
  )
}
