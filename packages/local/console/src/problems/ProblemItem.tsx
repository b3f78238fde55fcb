import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import { deliveryFacts } from '../deliveries/deliveryText.ts'
import { countText } from '../format/countText.ts'
import { shortPage } from '../format/shortPage.ts'
import { ago, clockToSecond } from '../format/time.ts'
import classes from './ProblemItem.module.css'
import { MessageHelp } from './LazyMessageHelp.tsx'
import { isOpen, type ProblemRow } from './problemRows.ts'

/** Why a problem is not current. */
const PAST = {
  ended: 'over',
  quiet: 'page not heard: it has not reported for a while, and may come back',
  gone: 'page closed or reloaded',
} as const

/** One problem: its sentence, which says what to do, and what is known of it. */
export function ProblemItem({ row, now }: { readonly row: ProblemRow; readonly now: number }) {
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
      {failing !== undefined && <p className={classes.now}>{deliveryFacts(failing, now).join(' · ')}</p>}
      <p className={classes.facts}>
        {status in PAST && <b>{PAST[status as keyof typeof PAST]} · </b>}
        {factsOf(row, now).join(' · ')} · <span className={classes.pages}>{row.pages.map(shortPage).join(', ')}</span>
      </p>
      {help !== undefined && isOpen(row) && <MessageHelp code={help} />}
    </li>
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
