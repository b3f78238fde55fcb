import { Button } from '@mantine/core'
import { PulseIcon } from '@primer/octicons-react'
import type { ErrorDetail as Detail } from '../../../src/errors/errorAnswers.ts'
import type { PeriodName } from '../../../src/errors/period.ts'
import { AskAgain } from '../experiments/AskAgain.tsx'
import { Asking } from '../experiments/Asking.tsx'
import { unbroken } from '../experiments/metricText.ts'
import { latestOf, useAsked } from '../experiments/useAsked.ts'
import { routeHash } from '../shell/route.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { detailPath, type ErrorAddress, errorHash, liveHash } from './errorAddress.ts'
import { ErrorBars } from './ErrorBars.tsx'
import classes from './ErrorDetail.module.css'
import { minuteOf, namesText, PERIOD_TEXTS, titleOf } from './errorText.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import { WhoTable } from './WhoTable.tsx'

interface ErrorDetailProps {
  readonly address: ErrorAddress
  /** The flags that have a page in the console. */
  readonly flagKeys: ReadonlySet<string>
  readonly onPeriod: (period: PeriodName) => void
  readonly onBack: () => void
}

type Found = Extract<Detail, { readonly outcome: 'found' }>

/** One error: who has it, and where it happens. */
export function ErrorDetail({ address, flagKeys, onPeriod, onBack }: ErrorDetailProps) {
  const { period } = address
  const [asked, again] = useAsked<Detail>(detailPath(address))
  const latest = latestOf(asked)
  const answer = latest?.name === period ? latest : undefined
  return (
    <Pane
      title={answer?.outcome === 'found' ? answer.group.type : 'Error'}
      back={{ name: 'Back to the errors', go: onBack }}
      tools={
        <>
          <PeriodChoice period={period} onPeriod={onPeriod} />
          <AskAgain asked={asked} again={again} />
        </>
      }
    >
      {asked.status === 'failed' && (
        <Empty title="The error cannot be shown">
          <p>{asked.message}</p>
        </Empty>
      )}
      {answer === undefined && asked.status !== 'failed' && (
        <Asking what="Reading the events, and comparing the people…" />
      )}
      {answer?.outcome === 'none' && (
        <Empty title="There is no such error">
          <p>
            No error with the fingerprint <code>{address.fingerprint}</code> happened here in {PERIOD_TEXTS[period]}.
          </p>
        </Empty>
      )}
      {answer?.outcome === 'found' && <FoundError found={answer} flagKeys={flagKeys} />}
    </Pane>
  )
}

function FoundError({ found, flagKeys }: { readonly found: Found } & Pick<ErrorDetailProps, 'flagKeys'>) {
  const { group, latest, elsewhere, who } = found
  return (
    <div className={classes.detail}>
      <p className={classes.sentence}>{unbroken(who.sentence)}</p>
      {who.notes.length > 0 && (
        <ul className={classes.notes} aria-label="Notes">
          {who.notes.map((note) => (
            <li key={note}>{unbroken(note)}</li>
          ))}
        </ul>
      )}
      <section className={classes.part} aria-label="The error">
        <h3 className={classes.title}>{titleOf(group)}</h3>
        <p className={classes.facts}>{factsOf(found).join(' · ')}</p>
        <div className={classes.bars}>
          <ErrorBars group={group} period={found} isLarge />
          <p className={classes.span} aria-hidden>
            <span>{minuteOf(found.from)}</span>
            <span>{minuteOf(found.until)} UTC</span>
          </p>
        </div>
        <p className={classes.links}>
          <Button
            component="a"
            size="compact-xs"
            variant="default"
            leftSection={<PulseIcon size={13} />}
            href={liveHash(group, found)}
          >
            Show these events in Live
          </Button>
          <a href={routeHash({ view: 'live', open: latest.id })}>The latest event</a>
          {elsewhere.map(({ app, promotion }) => (
            <a
              href={errorHash({ fingerprint: group.fingerprint, period: found.name, app, promotion })}
              key={`${app} ${promotion}`}
            >
              The same error in {[app, promotion].filter((name) => name !== undefined).join(', ')}
            </a>
          ))}
        </p>
      </section>
      <WhoTable who={who} flagKeys={flagKeys} />
      <Trace title="Stack trace" text={latest.stack} />
      <Trace title="Components" text={latest.componentStack} />
    </div>
  )
}

function Trace({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <pre className={classes.trace}>{text}</pre>
    </section>
  )
}

function factsOf({ group, latest, who: { all } }: Found): readonly string[] {
  const { app, promotion, errors, people, first, last, routes, releases } = group
  return [
    ...[app, promotion].filter((name) => name !== undefined && name !== ''),
    `${errors.toLocaleString('en')} ${errors === 1 ? 'error' : 'errors'}`,
    `${people.toLocaleString('en')} of ${all.people.toLocaleString('en')} people`,
    `from ${minuteOf(first)} to ${minuteOf(last)} UTC`,
    ...(routes.names.length > 0 ? [namesText(routes)] : []),
    ...(releases.names.length > 0 ? [`release ${namesText(releases)}`] : []),
    ...(latest.handled === undefined ? [] : [latest.handled ? 'handled' : 'not handled']),
  ].flatMap((fact) => fact ?? [])
}
