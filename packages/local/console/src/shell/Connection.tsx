import type { FeedState } from '../feed/feedState.ts'
import classes from './Connection.module.css'

const TEXTS = { connecting: 'Connecting', live: 'Connected', lost: 'Reconnecting' } as const

/** Whether the shown data is current. */
export function Connection({ value }: { readonly value: FeedState['connection'] }) {
  return (
    <span className={classes.connection} data-connection={value} role="status">
      {TEXTS[value]}
    </span>
  )
}
