import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ChartsView } from './charts/LazyChartsView.tsx'
import classes from './Console.module.css'
import { ConnectionsView } from './connections/ConnectionsView.tsx'
import { ErrorsView } from './errors/ErrorsView.tsx'
import { ExperimentsView } from './experiments/ExperimentsView.tsx'
import { FaultsView } from './faults/FaultsView.tsx'
import { AccountsContext } from './feed/knownAccounts.ts'
import { OverridesContext, overridesIn } from './feed/knownOverrides.ts'
import { useFeed } from './feed/useFeed.ts'
import { FlagsView } from './flags/FlagsView.tsx'
import { isEdited as isFlagEdited, useFlagDrafts } from './flags/useFlagDrafts.ts'
import { NO_FILTER } from './live/eventFilter.ts'
import { filterSearch } from './live/filterAddress.ts'
import { LiveView } from './live/LiveView.tsx'
import { useFilter } from './live/useFilter.ts'
import { PeopleView } from './people/PeopleView.tsx'
import { isEdited as isPersonEdited, usePersonDrafts } from './people/usePersonDrafts.ts'
import { ProblemsView } from './problems/ProblemsView.tsx'
import { Guarded } from './shell/Guarded.tsx'
import { HelpDialog } from './shell/HelpDialog.tsx'
import { focusView } from './shell/nextFocus.ts'
import { Notices } from './shell/Notices.tsx'
import { openProblems } from './shell/openProblems.ts'
import { SkipLink } from './shell/SkipLink.tsx'
import { VIEW_NAMES, VIEWS, type View } from './shell/route.ts'
import { TopBar } from './shell/TopBar.tsx'
import { useAskBeforeLeaving } from './shell/useAskBeforeLeaving.ts'
import { useLastOpen } from './shell/useLastOpen.ts'
import { useRoute } from './shell/useRoute.ts'
import { useKeptFocus } from './shell/useKeptFocus.ts'
import { useKeys, type Key } from './shell/useKeys.ts'
import { useSame } from './shell/useSame.ts'

/** The whole page: the top bar, the notices and the current view. */
export function Console() {
  const [feed, loadOlder] = useFeed()
  const [route, go] = useRoute()
  const { view, open, search } = route
  const [filter, setFilter] = useFilter(route, go)
  const lastOpen = useLastOpen(route, filterSearch(filter))
  const [drafts, tellDraft] = useFlagDrafts()
  const [personDrafts, setPersonDraft] = usePersonDrafts()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useFocusOnView(view)
  useKeptFocus()
  const isNarrow = useMediaQuery('(max-width: 820px)', window.innerWidth <= 820, { getInitialValueInEffect: false })
  const { state, connection } = feed
  const isLive = connection === 'live'
  const problems = openProblems(feed.connections.tabs)
  const mark = problems.length > 0 ? `(${problems.length}) ` : ''
  useDocumentTitle(`${mark}${connection === 'lost' ? 'Not connected' : VIEW_NAMES[view]} · Telltale console`)
  const unsaved = VIEWS.filter(
    (one) =>
      (one === 'flags' && [...drafts.values()].some(isFlagEdited)) ||
      (one === 'people' && [...personDrafts.values()].some((draft) => isPersonEdited(draft, state?.users ?? []))),
  )
  useAskBeforeLeaving(unsaved.length > 0)
  useKeys([
    // On a narrow screen, the key of the current view closes what lies over its list.
    ...VIEWS.map((one, index): Key => [
      String(index + 1),
      () => (one === view ? isNarrow && go(one) : go(one, lastOpen[one]?.open, lastOpen[one]?.search)),
    ]),
    ['shift+?', () => setIsHelpOpen(true)],
    ['?', () => setIsHelpOpen(true)],
  ])

  function follow(whom: { readonly user?: string; readonly tab?: string }): void {
    go('live', undefined, filterSearch({ ...NO_FILTER, ...whom }))
  }

  const overrides = useSame(overridesIn(feed.connections.tabs))
  const isReady = state !== undefined
  return (
    <div className={classes.page} data-connection={connection}>
      <SkipLink view={view} />
      <TopBar feed={feed} view={view} lastOpen={lastOpen} unsaved={unsaved} onHelp={() => setIsHelpOpen(true)} />
      <Notices feed={feed} problems={problems} view={view} isNarrow={isNarrow} />
      <main className={classes.main} id={view} tabIndex={-1} aria-label={VIEW_NAMES[view]}>
        <AccountsContext value={feed.accounts}>
          <OverridesContext value={overrides}>
            <Guarded name={VIEW_NAMES[view]} key={view}>
              {view === 'live' && (
                <LiveView feed={feed} loadOlder={loadOlder} filter={filter} onFilter={setFilter} open={open} go={go} />
              )}
              {view === 'flags' && isReady && (
                <FlagsView
                  state={state}
                  samples={feed.samples}
                  isLive={isLive}
                  isNarrow={isNarrow}
                  open={open}
                  go={go}
                  drafts={drafts}
                  tellDraft={tellDraft}
                />
              )}
              {view === 'people' && isReady && (
                <PeopleView
                  feed={feed}
                  state={state}
                  isNarrow={isNarrow}
                  open={open}
                  go={go}
                  onFollow={(user) => follow({ user })}
                  drafts={personDrafts}
                  setDraft={setPersonDraft}
                />
              )}
              {view === 'problems' && <ProblemsView feed={feed} />}
              {view === 'connections' && <ConnectionsView feed={feed} onFollowTab={(tab) => follow({ tab })} />}
              {view === 'faults' && isReady && <FaultsView faults={state.faults} isLive={isLive} />}
              {view === 'charts' && <ChartsView feed={feed} loadOlder={loadOlder} />}
              {view === 'experiments' && <ExperimentsView open={open} search={search} go={go} />}
              {view === 'errors' && (
                <ErrorsView open={open} search={search} go={go} environments={state?.environments} />
              )}
            </Guarded>
          </OverridesContext>
        </AccountsContext>
      </main>
      <HelpDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  )
}

/** Moves the focus to the heading of a view when the user switches to it, because the control that had the focus may be gone. */
function useFocusOnView(view: View): void {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    focusView()
  }, [view])
}
