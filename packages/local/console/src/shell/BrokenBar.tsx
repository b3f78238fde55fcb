import type { FeedState } from '../feed/feedState.ts'
import { BrokenNotice } from './BrokenNotice.tsx'
import { Connection } from './Connection.tsx'
import { Navigation } from './Navigation.tsx'
import type { View } from './route.ts'
import classes from './TopBar.module.css'

interface BrokenBarProps {
  readonly connection: FeedState['connection']
  readonly view: View
}

/** In place of a bar that is broken: the way to the parts, without the figures, of which one broke it. */
export function BrokenBar({ connection, view }: BrokenBarProps) {
  return (
    <>
      <header className={classes.bar}>
        <h1 className={classes.name}>Telltale</h1>
        <Navigation marks={{}} view={view} />
        <div className={`${classes.tools} ${classes.last}`}>
          <Connection value={connection} />
        </div>
      </header>
      <BrokenNotice name="The bar with the figures" />
    </>
  )
}
