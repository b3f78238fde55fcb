import { AlertIcon, ZapIcon } from '@primer/octicons-react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Fault } from '../../../src/faults/fault.ts'
import { faultText } from '../faults/faultChoices.ts'
import { clearFaults } from '../faults/faultCommands.ts'
import type { FeedState } from '../feed/feedState.ts'
import { failuresText, waitingText } from '../deliveries/deliveryText.ts'
import { countText } from '../format/countText.ts'
import { clockToSecond, duration } from '../format/time.ts'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { waitingEvents, type WaitingEvents } from '../loss/waitingEvents.ts'
import { silentDeliveries } from '../problems/failing.ts'
import { BrokenNotice } from './BrokenNotice.tsx'
import { Notice } from './Notice.tsx'
import { useNow } from './useNow.ts'
import { focusView } from './nextFocus.ts'
import { routeHash, type View } from './route.ts'
import { waitingFor, type OpenProblem } from './openProblems.ts'

interface NoticesProps {
  readonly feed: FeedState
  /** The errors that pages have at present. */
  readonly problems: readonly OpenProblem[]
  readonly view: View
  /** There is room for one of them. */
  readonly isNarrow: boolean
}

/** As many problems are shown in full. */
const MAX_SHOWN = 3

/** The notices for all views: not connected, errors of pages, invalid files, active faults. */
export function Notices(props: NoticesProps) {
  return (
    <div aria-live="polite">
      <ErrorBoundary fallback={<BrokenNotice name="Notices" />} resetKeys={[props.feed.connection]}>
        <All {...props} />
      </ErrorBoundary>
    </div>
  )
}

function All({ feed: { connection, connections, state, rows }, problems: open, view, isNarrow }: NoticesProps) {
  // The view of problems has them all, and says more.
  const problems = view === 'problems' ? [] : open
  const most = isNarrow ? 1 : MAX_SHOWN
  const files = [state?.flagsFile, state?.usersFile].filter((file) => file !== undefined && file.problems.length > 0)
  return (
    <>
      {connection === 'lost' && (
        <Notice tone="red" title="The local services do not respond. Reconnecting…">
          You see the last known state. The console reconnects by itself.
        </Notice>
      )}
      {problems.slice(0, most).map((problem) => (
        <Notice
          tone="red"
          icon={AlertIcon}
          title={`${problem.where}: ${problem.message}`}
          key={`${problem.where} ${problem.since}`}
        >
          {/* They change with each attempt. Only another problem is worth an interruption of a screen reader. */}
          <span aria-live="off">
            {factsOf(problem, waitingFor(problem.where, rows, problem.tabs)).join(' · ')}
          </span>{' '}
          <a href={routeHash({ view: 'problems', open: undefined })}>Cause and remedy</a>
        </Notice>
      ))}
      {problems.length > most && (
        <Notice tone="red" icon={AlertIcon} title={`${countText(problems.length - most, 'more error')} of pages.`}>
          <a href={routeHash({ view: 'problems', open: undefined })}>All are listed in Problems.</a>
        </Notice>
      )}
      {view !== 'problems' && <Silent tabs={connections.tabs} />}
      <Stopped {...waitingEvents(rows, connections.tabs).stopped} />
      {files.map(
        (file) =>
          file && (
            <Notice
              tone="amber"
              title={`${fileName(file.path)} has errors. The last valid version stays active.`}
              key={file.path}
            >
              {file.problems.join(' ')}
            </Notice>
          ),
      )}
      {state !== undefined && state.faults.length > 0 && (
        <Notice
          tone="blue"
          title={faultsTitle(state.faults)}
          tooltip={state.faults.map(faultText).join(' · ')}
          icon={ZapIcon}
          // The view of faults has the same button.
          {...(view !== 'faults' && { action: CLEAR })}
        />
      )}
    </>
  )
}

/** The only fault is named. */
function faultsTitle(faults: readonly Fault[]): string {
  const [first] = faults
  return first !== undefined && faults.length === 1
    ? `1 fault is simulated: ${faultText(first)}`
    : `${countText(faults.length, 'fault')} are simulated`
}

const CLEAR = {
  name: 'Clear all',
  do() {
    void clearFaults()
    // The button goes away with its notice. The control that had the focus before may be one that sets faults.
    focusView()
  },
}

/** The destinations that pages wait for. */
function Silent({ tabs }: { readonly tabs: readonly TabConnection[] }) {
  const now = useNow(1000)
  return silentDeliveries(tabs, now).map(({ app, origin, name, sentAt = now }) => (
    <Notice
      tone="amber"
      title={`${name} has not answered for ${duration(now - sentAt)}.`}
      key={JSON.stringify([app, origin, name])}
    />
  ))
}

/** The events of pages that have stopped without a goodbye. */
function Stopped({ pages, events }: WaitingEvents['stopped']) {
  if (events === 0) return null
  const verb = events === 1 ? 'is' : 'are'
  return (
    <Notice
      tone="amber"
      title={`${countText(pages, 'page')} stopped, ${countText(events, 'event')} ${verb} left in ${pages === 1 ? 'its browser' : 'their browsers'}.`}
    />
  )
}

/** `waiting` is the number of events in the console. The page knows better once it has an answer: it counts those of earlier visits, too. */
function factsOf(
  { since, times, pages, message, consequence, failing }: OpenProblem,
  waiting: number,
): readonly string[] {
  const { reason, nextAt } = failing ?? {}
  return [
    consequence?.replace(/\.$/, ''),
    `since ${clockToSecond(since)}`,
    // The number of failed attempts says more.
    times > 1 && failing === undefined && `${times} times`,
    countText(pages, 'page'),
    waitingText(failing?.waiting ?? waiting),
    reason !== undefined && reason !== message && `last answer: ${reason}`,
    failing && failuresText(failing),
    nextAt !== undefined && `next attempt at ${clockToSecond(nextAt)}`,
  ].filter((fact) => typeof fact === 'string')
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
