import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { ChartsView } from './charts/LazyChartsView.tsx'
import classes from './Console.module.css'
import { ConnectionsView } from './connections/ConnectionsView.tsx'
import { FaultsView } from './faults/FaultsView.tsx'
import { useFeed } from './feed/useFeed.ts'
import { FlagsView } from './flags/FlagsView.tsx'
import { NO_FILTER } from './live/eventFilter.ts'
import { LiveView } from './live/LiveView.tsx'
import { PeopleView } from './people/PeopleView.tsx'
import { Guarded } from './shell/Guarded.tsx'
import { HelpDialog } from './shell/HelpDialog.tsx'
import { Notices } from './shell/Notices.tsx'
import { VIEW_NAMES, VIEWS } from './shell/route.ts'
import { TopBar } from './shell/TopBar.tsx'
import { useRoute } from './shell/useRoute.ts'
import { useKeys, type Key } from './shell/useKeys.ts'

/** The whole page: who there is, what is switched on, and what happens. */
export function Console() {
  const feed = useFeed()
  const [{ view, open }, go] = useRoute()
  const [filter, setFilter] = useState(NO_FILTER)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 820px)', window.innerWidth <= 820, { getInitialValueInEffect: false })
  const { state, connection } = feed
  const isLive = connection === 'live'
  useDocumentTitle(connection === 'lost' ? 'Telltale console: not connected' : 'Telltale console')
  useKeys([
    ...VIEWS.map((one, index): Key => [String(index + 1), () => go(one)]),
    ['shift+?', () => setIsHelpOpen(true)],
    ['?', () => setIsHelpOpen(true)],
  ])

  function follow(whom: { readonly user?: string; readonly tab?: string }): void {
    setFilter({ ...NO_FILTER, ...whom })
    go('live')
  }

  const isReady = state !== undefined
  return (
    <div className={classes.page} data-connection={connection}>
      <TopBar feed={feed} view={view} onHelp={() => setIsHelpOpen(true)} />
      <Notices connection={connection} state={state} />
      <main className={classes.main}>
        <Guarded name={VIEW_NAMES[view]} key={view}>
          {view === 'live' && <LiveView feed={feed} filter={filter} onFilter={setFilter} open={open} go={go} />}
          {view === 'flags' && isReady && (
            <FlagsView state={state} isLive={isLive} isNarrow={isNarrow} open={open} go={go} />
          )}
          {view === 'people' && isReady && (
            <PeopleView
              feed={feed}
              state={state}
              isNarrow={isNarrow}
              open={open}
              go={go}
              onFollow={(user) => follow({ user })}
            />
          )}
          {view === 'connections' && <ConnectionsView feed={feed} onFollowTab={(tab) => follow({ tab })} />}
          {view === 'faults' && isReady && <FaultsView faults={state.faults} isLive={isLive} />}
          {view === 'charts' && <ChartsView feed={feed} />}
        </Guarded>
      </main>
      <HelpDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  )
}
