import { EVENT_STAGES } from '../../../../../docs/src/data/eventWords.ts'
import type { LifeStep } from '../../../src/protocol/eventLife.ts'
import type { PageDelivery, PageProblem } from '../../../src/protocol/consoleConnections.ts'
import { deliveryFacts } from '../deliveries/deliveryText.ts'
import { isFailing } from '../deliveries/knownDeliveries.ts'
import { clock, clockToSecond, duration, since } from '../format/time.ts'
import { currentText } from '../feed/reportedProblems.ts'
import { useNow } from '../shell/useNow.ts'
import classes from './EventLifeTable.module.css'
import type { EventLine } from './eventLine.ts'
import { LifeTrack } from './LifeTrack.tsx'
import { stateOf, type DestinationLife } from './lifeLine.ts'

interface EventLifeTableProps {
  readonly line: EventLine
  /** Whether a page reported it. Without a report, only the arrival is known. */
  readonly hasLife: boolean
  /** Whether the page that has tracked it is open no more, or does not report at present. */
  readonly pageState: keyof typeof WITHOUT_PAGE | undefined
  /** The problems of its page. */
  readonly problems: readonly PageProblem[]
  /** What the destinations of its application have answered. */
  readonly deliveries: readonly PageDelivery[]
}

/** Who delivers an event that waits. */
const WITHOUT_PAGE = {
  gone: 'Its page is closed. The next page of the application in this browser delivers it.',
  quiet:
    'Its page has not been heard from for a while: it was killed, or it is frozen or stopped in a debugger. If it does not come back, the next page of the application in this browser delivers the event.',
} as const

/** The times at which an event went through each step, by destination. */
export function EventLifeTable({ line, hasLife, pageState, problems, deliveries }: EventLifeTableProps) {
  const { common, stage } = line.life
  // An event that no destination has been sent yet waits for those that fail.
  const isReady = stage === 'completed' || stage === 'stored'
  const awaited = isReady ? deliveries.filter(isFailing).map(({ name }) => unsent(name)) : []
  const destinations = line.life.destinations.length > 0 ? line.life.destinations : awaited
  // A page reports that a load event happened when its user is known. The event itself has the time at which the layer began.
  const timeOf = (step: string, at: number, index: number) =>
    step === 'happened' ? clock(line.at) : index === 0 ? clock(at) : since(line.at, at)
  return (
    <section className={classes.life}>
      <h3 className={classes.title}>
        Delivery <LifeTrack life={line.life} />
      </h3>
      {!hasLife && (
        <p className={classes.untold}>
          The page did not report these steps. Add <code>consoleLink</code> to its observers to see them.
        </p>
      )}
      {pageState !== undefined && stateOf(stage) === 'waiting' && (
        <p className={classes.untold}>{WITHOUT_PAGE[pageState]}</p>
      )}
      {common.length > 0 && (
        <ol className={classes.steps}>
          {common.map(({ step, at, reason }, index) => (
            <li className={classes.step} data-step={step} key={`${step} ${at}`}>
              <span className={classes.name}>{step === 'pending' ? pendingStep(line) : stepWord(step)}</span>
              <span className={classes.at}>{timeOf(step, at, index)}</span>
              {reason !== undefined && <span className={classes.reason}>{reason}</span>}
            </li>
          ))}
        </ol>
      )}
      {line.life.stage === 'no destination' && (
        <p className={classes.untold}>
          The page has no destination for this event. To see its properties here, add <code>collector</code> to the
          destinations of the page.
        </p>
      )}
      {destinations.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Destination</th>
              <th scope="col">Sent</th>
              <th scope="col">Arrived</th>
            </tr>
          </thead>
          <tbody>
            {destinations.map((one) => (
              <DestinationRow
                one={one}
                start={line.at}
                problem={problemOf(one, problems)}
                delivery={deliveries.find(({ name }) => name === one.name)}
                key={one.name}
              />
            ))}
          </tbody>
        </table>
      )}
      {line.lateMs !== undefined && (
        <p className={classes.late}>
          Arrived {duration(line.lateMs)} after it was tracked. The browser kept it until then.
        </p>
      )}
    </section>
  )
}

const stepWord = (step: LifeStep['step']) => EVENT_STAGES[step].says

/** What an event waits for, or that it has waited: a page does not report what it waited for in the end. */
const pendingStep = ({ life }: EventLine) => (life.stage === 'pending' ? life.says : 'waited')

/** Why a destination has not taken an event yet, as far as the page has said it. */
const problemOf = ({ name }: DestinationLife, problems: readonly PageProblem[]) =>
  problems.filter(({ where, endedAt }) => where === name && endedAt === undefined).at(-1)

/** When a destination has taken it, as far as is known. */
function arrivalText({ stage, purpose, isUnheard, acknowledgedAt }: DestinationLife, start: number): string {
  if (stage === 'held') return `not before consent to ${purpose}`
  const at = acknowledgedAt === undefined ? '' : since(start, acknowledgedAt)
  if (isUnheard) return `at the collector ${at}; its page has not heard the answer`
  if (stage === 'passed on') return `passed on ${at}`
  return at && purpose !== undefined ? `${at}, after consent to ${purpose}` : at || 'not yet'
}

const unsent = (name: string): DestinationLife => ({
  ...{ name, stage: 'sent', attempts: 0, reason: undefined },
  ...{ sentAt: undefined, lastSentAt: undefined, acknowledgedAt: undefined, droppedAt: undefined },
})

interface DestinationRowProps {
  readonly one: DestinationLife
  readonly start: number
  readonly problem: PageProblem | undefined
  readonly delivery: PageDelivery | undefined
}

function DestinationRow({ one, start, problem, delivery }: DestinationRowProps) {
  const { name, stage, sentAt, attempts, lastSentAt, droppedAt, reason } = one
  const pastError = pastErrorOf(one, delivery)
  return (
    <>
      <tr data-stage={stage}>
        <th scope="row">{name}</th>
        <td>
          {sentAt === undefined ? '–' : since(start, sentAt)}
          {lastSentAt !== undefined && attempts > 1 && ` · ${attempts} times, last ${since(start, lastSentAt)}`}
        </td>
        <td>
          {(stage === 'dropped' || stage === 'refused') && droppedAt !== undefined
            ? `${stage} ${since(start, droppedAt)}${reason === undefined || reason === stage ? '' : `: ${reason}`}`
            : arrivalText(one, start)}
        </td>
      </tr>
      {stage === 'sent' && problem !== undefined && (
        <tr>
          <td className={classes.problem} colSpan={3}>
            {/* The number of events that wait now is below. */}
            {delivery?.waiting === undefined ? problem.message : currentText(problem.message)}
          </td>
        </tr>
      )}
      {stage === 'sent' && delivery?.sentAt !== undefined && (
        <tr>
          <td className={classes.facts} colSpan={3} data-outcome={delivery.outcome}>
            <Facts delivery={delivery} />
          </td>
        </tr>
      )}
      {pastError !== undefined && (
        <tr>
          <td className={classes.facts} colSpan={3}>
            {`before: ${pastError.reason}, until ${clockToSecond(pastError.at)}`}
          </td>
        </tr>
      )}
    </>
  )
}

function Facts({ delivery }: { readonly delivery: PageDelivery }) {
  return deliveryFacts(delivery, useNow(1000)).join(' · ')
}

/** The last error while an event waited that a destination has taken since. */
function pastErrorOf({ sentAt, acknowledgedAt }: DestinationLife, delivery: PageDelivery | undefined) {
  const error = delivery?.lastError
  if (error === undefined || sentAt === undefined || acknowledgedAt === undefined) return undefined
  return error.at >= sentAt && error.at <= acknowledgedAt ? error : undefined
}
