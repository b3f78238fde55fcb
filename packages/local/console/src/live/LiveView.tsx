import { useMemo, useRef, useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { findRow, MAX_ROWS, oldestAt, type EventRows } from '../feed/eventRows.ts'
import type { LoadOlder } from '../feed/useFeed.ts'
import { useOlder } from '../feed/useOlder.ts'
import type { FeedState } from '../feed/feedState.ts'
import type { Go } from '../shell/useRoute.ts'
import { Guarded } from '../shell/Guarded.tsx'
import { Pane } from '../shell/Pane.tsx'
import { isFiltering, NO_FILTER, type EventFilter } from './eventFilter.ts'
import { EventBars } from './EventBars.tsx'
import { EventInspector } from './EventInspector.tsx'
import { eventLines } from './eventLine.ts'
import { EventList, type EventListHandle } from './EventList.tsx'
import { exportText } from './exportText.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterMatches } from './FilterMatches.tsx'
import { HowToSend } from './HowToSend.tsx'
import { LiveTools } from './LiveTools.tsx'
import { NothingFound } from './NothingFound.tsx'
import { useLines } from './useLines.ts'
import { useLiveColumns } from './useLiveColumns.ts'
import { nameOfId } from '../people/nameOf.ts'
import classes from './LiveView.module.css'
import { rowsBeside } from './rowsSince.ts'
import { useKeys } from '../shell/useKeys.ts'
import { useSame } from '../shell/useSame.ts'

interface LiveViewProps {
  readonly feed: FeedState
  readonly loadOlder: LoadOlder
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  /** The id of the open event. */
  readonly open: string | undefined
  readonly go: Go
}

/** So few rows do not explain themselves. */
const FEW = 3
const NOBODY: ConsoleState['users'] = []

const keysOf = (environments: ConsoleState['environments'] = []) =>
  environments.flatMap(({ flags }) => flags.map(({ key }) => key))

/** Events as they happen, the newest first, and the details of the open event. */
export function LiveView({ feed, loadOlder, filter, onFilter, open, go }: LiveViewProps) {
  const [held, setHeld] = useState<EventRows>()
  // The state comes anew with each count of evaluations.
  const users = useSame(feed.state?.users ?? NOBODY)
  const keys = useSame(keysOf(feed.state?.environments))
  const lineOf = useMemo(() => eventLines(users, keys), [users, keys])
  const list = useRef<EventListHandle>(null)

  const [columns, setColumns] = useLiveColumns()
  const rows = held ?? feed.rows
  const { all, ofAnyTime, lines, filter: applied } = useLines(rows, lineOf, filter)
  const [isNearEnd, setIsNearEnd] = useState(false)
  const isSearching = isFiltering(filter) && held === undefined && feed.olderThan !== undefined
  // A list that is paused does not grow.
  useOlder(feed, held === undefined && (isNearEnd || isSearching), loadOlder)
  const behind = useMemo(() => (held === undefined ? 0 : rowsBeside(feed.rows, held)), [feed.rows, held])
  const opened = open === undefined ? undefined : findRow(rows, open)

  const openId = (id: string | undefined) => go('live', id)
  const pauseOrGoOn = () => setHeld(held === undefined ? feed.rows : undefined)
  useKeys([
    ['p', pauseOrGoOn],
    // First the event, then the filter and what the list follows.
    ['Escape', () => (open === undefined ? onFilter(NO_FILTER) : openId(undefined))],
  ])

  return (
    <div className={classes.view} data-open={opened !== undefined}>
      <Pane
        title="Events"
        count={lines.length}
        of={feed.olderThan === undefined || isFiltering(filter) ? undefined : feed.totals.stored}
        tools={
          <LiveTools
            filter={filter}
            onFilter={onFilter}
            onLeaveFilter={() => list.current?.focusFirst()}
            showList={() => openId(undefined)}
            lines={all}
            columns={columns}
            onColumns={setColumns}
            seen={isFiltering(applied) ? { lines, textOf: (ids, name) => exportText(rows, ids, name) } : undefined}
            isPaused={held !== undefined}
            onPause={pauseOrGoOn}
          />
        }
        fixed={
          <>
            <FilterChips filter={filter} onFilter={onFilter} users={users} total={rows.length} />
            {isSearching && rows.length < MAX_ROWS && (
              <p className={classes.searching}>
                {`Searched ${rows.length.toLocaleString('en')} of ${feed.totals.stored.toLocaleString('en')} events…`}
              </p>
            )}
            <FilterMatches filter={applied} count={lines.length} isPaused={held !== undefined} />
            <EventBars
              parts={ofAnyTime}
              knownSince={feed.olderThan === undefined ? undefined : oldestAt(rows)}
              between={filter.between}
              onBetween={(between) => onFilter({ ...filter, between })}
            />
            {rows.length > 0 && rows.length < FEW && (
              <p className={classes.searching}>
                Each row is an event, from the call of track to its arrival. Open one to see its user, its flags and its
                steps. Use the application, and more appear at the top.
              </p>
            )}
            {behind > 0 && (
              <button className={classes.behind} onClick={pauseOrGoOn}>
                {behind.toLocaleString('en')} new since you paused. Show them
              </button>
            )}
          </>
        }
        scrollsInside
      >
        {lines.length > 0 && (
          <EventList
            ref={list}
            lines={lines}
            fresh={feed.fresh}
            columns={columns}
            open={open}
            onOpen={openId}
            onNearEnd={setIsNearEnd}
          />
        )}
        {lines.length === 0 && rows.length > 0 && isFiltering(filter) && !isSearching && (
          <NothingFound lines={all} filter={filter} user={nameOfId(filter.user ?? '', users)} onFilter={onFilter} />
        )}
        {rows.length === 0 && feed.state !== undefined && <HowToSend />}
      </Pane>
      {opened !== undefined && (
        <Guarded name="Event" back={{ name: 'Close the event', go: () => openId(undefined) }} key={opened.id}>
          <EventInspector
            row={opened}
            line={lineOf(opened)}
            feed={feed}
            onClose={() => openId(undefined)}
            onFollow={(followed) => onFilter({ ...filter, ...followed })}
          />
        </Guarded>
      )}
    </div>
  )
}
