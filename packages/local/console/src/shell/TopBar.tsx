import { Tooltip } from '@mantine/core'
import { FaultsButton } from '../faults/FaultsButton.tsx'
import type { FeedState } from '../feed/feedState.ts'
import classes from './TopBar.module.css'

const CONNECTION = { connecting: 'Connecting', live: 'Live', lost: 'Not connected' } as const

/** What this is, whether it is live, and the few figures that tell whether all is well. */
export function TopBar({ feed: { state, totals, connection } }: { readonly feed: FeedState }) {
  const environments = (state?.environments ?? []).map(({ id }) => id)
  const startedAt = new Date(state?.startedAt ?? 0)
  return (
    <header className={classes.bar}>
      <h1 className={classes.name}>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden>
          <path d="M6 4v24" stroke="var(--ink)" strokeWidth="2.2" strokeLinecap="round" />
          <path d="M6 10c6-4 10 4 19 0" fill="none" stroke="var(--red)" strokeWidth="3.4" strokeLinecap="round" />
          <path d="M6 19c6-4 8 4 15 0" fill="none" stroke="var(--green)" strokeWidth="3.4" strokeLinecap="round" />
        </svg>
        Telltale
      </h1>
      <span className={classes.environment}>{environments.join(' · ')}</span>
      <dl className={classes.figures}>
        <Figure name="streams" says="Flag streams that pages hold open" value={state?.connections.length ?? 0} />
        <Figure name="stored" says={`Events kept in ${state?.data ?? '…'}`} value={totals.stored} />
        <Figure name="dropped" says="Events that came again since the start; their id was known" value={totals.known} />
        {state !== undefined && (
          <Figure name="since" says={startedAt.toLocaleString()} value={startedAt.toTimeString().slice(0, 5)} />
        )}
      </dl>
      <FaultsButton faults={state?.faults ?? []} isLive={connection === 'live'} />
      <span className={classes.connection} data-connection={connection} role="status">
        {CONNECTION[connection]}
      </span>
    </header>
  )
}

function Figure({
  name,
  says,
  value,
}: {
  readonly name: string
  readonly says: string
  readonly value: number | string
}) {
  return (
    <Tooltip label={says}>
      <div className={classes.figure}>
        <dt>{name}</dt>
        <dd>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
      </div>
    </Tooltip>
  )
}
