import { AlertIcon, ZapIcon } from '@primer/octicons-react'
import { ErrorBoundary } from 'react-error-boundary'
import { faultText } from '../faults/faultChoices.ts'
import { clearFaults } from '../faults/faultCommands.ts'
import type { FeedState } from '../feed/feedState.ts'
import { failuresText, waitingText } from '../deliveries/deliveryText.ts'
import { countText } from '../format/countText.ts'
import { clockToSecond } from '../format/time.ts'
import { BrokenNotice } from './BrokenNotice.tsx'
import { Notice } from './Notice.tsx'
import { focusView } from './nextFocus.ts'
import { routeHash } from './route.ts'
import { waitingFor, type OpenProblem } from './openProblems.ts'

interface NoticesProps {
  readonly feed: FeedState
  /** The errors that pages have at present. */
  readonly problems: readonly OpenProblem[]
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

function All({ feed: { connection, state, rows }, problems, isNarrow }: NoticesProps) {
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
          <span aria-live="off">{factsOf(problem, waitingFor(problem.where, rows, problem.tabs)).join(' · ')}</span>{' '}
          <a href={routeHash({ view: 'problems', open: undefined })}>Cause and remedy</a>
        </Notice>
      ))}
      {problems.length > most && (
        <Notice tone="red" icon={AlertIcon} title={`${countText(problems.length - most, 'more error')} of pages.`}>
          <a href={routeHash({ view: 'problems', open: undefined })}>All are listed in Problems.</a>
        </Notice>
      )}
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
          tone="red"
          title="Faults are active:"
          icon={ZapIcon}
          action={{
            name: 'Clear all faults',
            do() {
              void clearFaults()
              // The button goes away with its notice. The control that had the focus before may be one that sets faults.
              focusView()
            },
          }}
        >
          {state.faults.map(faultText).join(' · ')}
        </Notice>
      )}
    </>
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
