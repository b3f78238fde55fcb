import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import { deliveryFacts } from '../deliveries/deliveryText.ts'
import { countText } from '../format/countText.ts'
import { shortPage } from '../format/shortPage.ts'
import { ago, clockToSecond } from '../format/time.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { filterSearch } from '../live/filterAddress.ts'
import { routeHash } from '../shell/route.ts'
import { refusedEvents, type RefusedEvents } from './refusedEvents.ts'
import classes from './ProblemItem.module.css'
import { MessageHelp } from './LazyMessageHelp.tsx'
import { isOpen, type ProblemRow } from './problemRows.ts'

/** Why a problem is not current. */
const PAST = {
  ended: 'over',
  quiet: 'page not heard: it has not reported for a while, and may come back',
  gone: 'page closed or reloaded',
} as const

interface ProblemItemProps {
  readonly row: ProblemRow
  /** The events that the console knows. */
  readonly events: EventRows
  readonly now: number
}

/** The message of a destination that has refused events. */
const REFUSED = 'T68'

/** One problem: its sentence, which says what to do, and what is known of it. */
export function ProblemItem({ row, events, now }: ProblemItemProps) {
  const { where, message, code, help, status, failing } = row
  const Icon = status === 'error' ? AlertIcon : InfoIcon
  return (
    <li className={classes.problem} data-status={status}>
      {isOpen(row) && <Icon className={classes.icon ?? ''} size={16} aria-hidden />}
      <p className={classes.message}>
        <b>{where}</b>: {message}
        {code !== undefined && (
          <code className={classes.code} title={`In the documentation: Reference, Messages, #${code.toLowerCase()}`}>
            {code}
          </code>
        )}
      </p>
      {row.consequence !== undefined && <p className={classes.now}>{row.consequence}</p>}
      {code === REFUSED && <Refused {...refusedEvents(events, row.app, where)} />}
      {failing !== undefined && <p className={classes.now}>{deliveryFacts(failing, now).join(' · ')}</p>}
      <p className={classes.facts}>
        {status in PAST && <b>{PAST[status as keyof typeof PAST]} · </b>}
        {factsOf(row, now).join(' · ')}
        {row.pages.length > 0 && ' · '}
        <span className={classes.pages}>{row.pages.map(shortPage).join(', ')}</span>
      </p>
      {help !== undefined && isOpen(row) && <MessageHelp code={help} />}
      {row.causes && (
        <details className={classes.causes}>
          <summary>Show {countText(row.causes.length, 'message')}</summary>
          <ul>
            {row.causes.map((caused) => (
              <ProblemItem row={caused} events={events} now={now} key={caused.key} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** How many events a destination has refused, and the way to them. */
function Refused({ count, filter }: RefusedEvents) {
  if (count === 0) return null
  return (
    <p className={classes.now}>
      {countText(count, 'event')} {count === 1 ? 'was' : 'were'} refused.{' '}
      <a href={routeHash({ view: 'live', open: undefined, search: filterSearch(filter) })}>
        {count === 1 ? 'Show it' : `Show these ${count.toLocaleString('en')}`}
      </a>
    </p>
  )
}

function factsOf({ status, since, at, endedAt, times, app, pages }: ProblemRow, now: number): readonly string[] {
  return [
    status === 'warning' && 'warning',
    endedAt !== undefined && `ended ${ago(endedAt, now)}`,
    `since ${clockToSecond(since)}`,
    times > 1 && `${times.toLocaleString('en')} times, the last ${ago(at, now)}`,
    pages.length > 1 ? `${app}, ${countText(pages.length, 'page')}` : app,
  ].filter((fact) => typeof fact === 'string')
}
