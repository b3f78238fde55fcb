import { ActionIcon, Tooltip } from '@mantine/core'
import { QuestionIcon } from '@primer/octicons-react'
import { ErrorBoundary } from 'react-error-boundary'
import type { FeedState } from '../feed/feedState.ts'
import { LossMeter } from '../loss/LossMeter.tsx'
import { waitingEvents } from '../loss/waitingEvents.ts'
import { isOpen } from '../problems/problemRows.ts'
import { rowsOfFeed } from '../problems/rowsOfFeed.ts'
import { BrokenBar } from './BrokenBar.tsx'
import { Connection } from './Connection.tsx'
import { Navigation } from './Navigation.tsx'
import type { View } from './route.ts'
import type { LastOpen } from './useLastOpen.ts'
import { useNow } from './useNow.ts'
import { SchemeButton } from './SchemeButton.tsx'
import classes from './TopBar.module.css'

interface TopBarProps {
  readonly feed: FeedState
  readonly view: View
  readonly lastOpen: LastOpen
  /** The views with unsaved changes. */
  readonly unsaved: readonly View[]
  readonly onHelp: () => void
}

/** The top bar: the views, the connection state and the most important figures. */
export function TopBar(props: TopBarProps) {
  const { feed, view, lastOpen, unsaved } = props
  return (
    // Going to another view tries again.
    <ErrorBoundary
      fallback={<BrokenBar connection={feed.connection} view={view} lastOpen={lastOpen} unsaved={unsaved} />}
      resetKeys={[view]}
    >
      <WholeBar {...props} />
    </ErrorBoundary>
  )
}

function WholeBar({ feed, view, lastOpen, unsaved, onHelp }: TopBarProps) {
  const { state, totals, connection, connections } = feed
  const environments = (state?.environments ?? []).map(({ id }) => id).join(' · ')
  const problems = rowsOfFeed(feed, useNow(1000)).filter(isOpen)
  const marks = {
    problems: problems.length,
    connections: connections.totals.tabs,
    faults: state?.faults.length ?? 0,
  }
  const startedAt = new Date(state?.startedAt ?? 0)
  return (
    <header className={classes.bar}>
      <h1 className={classes.name} title={environments}>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden>
          <path d="M6 4v24" stroke="var(--ink)" strokeWidth="2.2" strokeLinecap="round" />
          <path d="M6 10c6-4 10 4 19 0" fill="none" stroke="var(--red)" strokeWidth="3.4" strokeLinecap="round" />
          <path d="M6 19c6-4 8 4 15 0" fill="none" stroke="var(--green)" strokeWidth="3.4" strokeLinecap="round" />
        </svg>
        Telltale
      </h1>
      <Navigation
        marks={marks}
        isWarning={problems.every(({ status }) => status === 'warning')}
        unsaved={unsaved}
        view={view}
        lastOpen={lastOpen}
      />
      <dl className={classes.figures}>
        <Figure name="stored" says={`Events stored in ${state?.data ?? '…'}`} value={totals.stored} />
        <Figure
          name="duplicates"
          says="Events that were received again since the services started, and discarded by their id"
          value={totals.known}
        />
        {state !== undefined && (
          <Figure
            name="started"
            isNameFirst
            says={`The services started at ${startedAt.toLocaleString()}. Older events are from earlier runs.`}
            value={startedAt.toTimeString().slice(0, 5)}
          />
        )}
      </dl>
      <div className={classes.tools}>
        <LossMeter loss={feed.loss} waiting={waitingEvents(feed.rows, connections.tabs)} />
        <SchemeButton />
        <Tooltip label="Keys and filters (?)">
          <ActionIcon variant="subtle" color="gray" onClick={onHelp} aria-label="Keys and filters">
            <QuestionIcon size={17} />
          </ActionIcon>
        </Tooltip>
        <Connection value={connection} />
      </div>
    </header>
  )
}

interface FigureProps {
  readonly name: string
  readonly says: string
  readonly value: number | string
  /** Shown as in “started 15:14”, otherwise as in “58 stored”. */
  readonly isNameFirst?: boolean
}

function Figure({ name, says, value, isNameFirst = false }: FigureProps) {
  return (
    <Tooltip label={says}>
      <div className={classes.figure} data-name-first={isNameFirst || undefined}>
        <dt>{name}</dt>
        <dd>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
      </div>
    </Tooltip>
  )
}
