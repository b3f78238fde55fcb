import type { FeedState } from '../feed/feedState.ts'
import { useNow } from '../shell/useNow.ts'
import classes from './ConnectionsView.module.css'
import { DestinationsPane } from './DestinationsPane.tsx'
import { StreamsPane } from './StreamsPane.tsx'
import { TabsPane } from './TabsPane.tsx'
import { VendorsPane } from './VendorsPane.tsx'

interface ConnectionsViewProps {
  readonly feed: FeedState
  readonly onFollowTab: (tab: string) => void
}

/** The current connections to the services, and the calls that the vendors' scripts received. */
export function ConnectionsView({ feed, onFollowTab }: ConnectionsViewProps) {
  const now = useNow(1000)
  const { connections, state, records } = feed
  const users = state?.users ?? []
  const isLive = feed.connection === 'live'
  return (
    <div className={classes.view}>
      <DestinationsPane tabs={connections.tabs} users={users} now={now} />
      <TabsPane connections={connections} users={users} now={now} onFollow={onFollowTab} />
      <StreamsPane
        streams={connections.streams}
        total={connections.totals.streams}
        users={users}
        now={now}
        isLive={isLive}
      />
      <VendorsPane records={records} isLive={isLive} />
    </div>
  )
}
