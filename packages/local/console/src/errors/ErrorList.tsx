import type { ErrorList as Listed } from '../../../src/errors/errorAnswers.ts'
import type { ErrorGroup } from '../../../src/errors/errorGroups.ts'
import type { Period, PeriodName } from '../../../src/errors/period.ts'
import { AskAgain } from '../experiments/AskAgain.tsx'
import { Asking } from '../experiments/Asking.tsx'
import { latestOf, useAsked } from '../experiments/useAsked.ts'
import { countText } from '../format/countText.ts'
import { ago } from '../format/time.ts'
import { type Column, DataTable } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { ErrorBars } from './ErrorBars.tsx'
import classes from './ErrorList.module.css'
import { errorHash, listPath } from './errorAddress.ts'
import { apartTexts, namesText, PERIOD_TEXTS, titleOf } from './errorText.ts'
import { PeriodChoice } from './PeriodChoice.tsx'

interface ErrorListProps {
  readonly period: PeriodName
  readonly onPeriod: (period: PeriodName) => void
}

/** The errors of a period by fingerprint. */
export function ErrorList({ period, onPeriod }: ErrorListProps) {
  const [asked, again] = useAsked<Listed>(listPath(period))
  const latest = latestOf(asked)
  // Until the services have answered for another period, there is nothing to show.
  const listed = latest?.name === period ? latest : undefined
  const { groups = [], more = 0, withoutFingerprint = 0 } = listed ?? {}
  return (
    <Pane
      title="Errors"
      count={listed && groups.length}
      of={more > 0 ? groups.length + more : undefined}
      tools={
        <>
          <PeriodChoice period={period} onPeriod={onPeriod} />
          <AskAgain asked={asked} again={again} />
        </>
      }
    >
      {asked.status === 'failed' && (
        <Empty title="The errors cannot be listed">
          <p>{asked.message}</p>
        </Empty>
      )}
      {listed === undefined && asked.status !== 'failed' && <Asking what="Reading the errors…" />}
      {listed !== undefined && groups.length === 0 && (
        <Empty title={`No errors in ${PERIOD_TEXTS[period]}`}>
          <p>
            Errors of pages get here with the step <code>errors()</code>. Add it to the settings of the application:
          </p>
          <pre>{EXAMPLE}</pre>
        </Empty>
      )}
      {listed !== undefined && groups.length > 0 && (
        <DataTable
          label="Errors by fingerprint"
          columns={columnsOf(listed)}
          rows={groups}
          keyOf={(group) => errorHash({ ...group, period })}
        />
      )}
      {more > 0 && (
        <p className={classes.note}>{countText(more, 'more error')} that fewer people have had are not shown.</p>
      )}
      {withoutFingerprint > 0 && (
        <p className={classes.note}>
          {countText(withoutFingerprint, 'error')} without a fingerprint {withoutFingerprint === 1 ? 'is' : 'are'} not
          shown. <code>errors()</code> gives each error one.
        </p>
      )}
    </Pane>
  )
}

const EXAMPLE = `import { errors } from 'telltale/errors'

createTelltale({
  …
  events: { steps: [errors()] },
})`

function columnsOf(period: Period): readonly Column<ErrorGroup>[] {
  return [
    { title: 'Error', render: (group) => <Named group={group} period={period.name} />, as: 'prose' },
    { title: 'Over time', render: (group) => <ErrorBars group={group} period={period} /> },
    { title: 'People', render: ({ people }) => people.toLocaleString('en'), as: 'figure' },
    { title: 'Errors', render: ({ errors }) => errors.toLocaleString('en'), as: 'figure' },
    { title: 'Latest', render: ({ last }) => ago(last, period.until), as: 'figure' },
    { title: 'Application', render: ({ app }) => app || '–' },
    { title: 'Level', render: ({ promotion = '–' }) => promotion },
  ]
}

function Named({ group, period }: { readonly group: ErrorGroup; readonly period: PeriodName }) {
  const { fingerprint, app, promotion, routes, releases } = group
  const facts = [
    ...(routes.names.length > 0 ? [namesText({ names: routes.names.slice(0, 2), more: restOf(routes) })] : []),
    ...(releases.names.length > 0 ? [namesText({ names: releases.names.slice(0, 2), more: restOf(releases) })] : []),
    ...apartTexts(group),
  ]
  return (
    <div>
      <a className={classes.error} href={errorHash({ fingerprint, app, promotion, period })}>
        {titleOf(group)}
      </a>
      {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
    </div>
  )
}

const restOf = ({ names, more }: ErrorGroup['routes']) => Math.max(0, names.length - 2) + more
