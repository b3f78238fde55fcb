import type { ConnectionError } from '../../../src/protocol/consoleConnections.ts'
import { currentText } from '../feed/reportedProblems.ts'
import { ago } from '../format/time.ts'
import classes from './LastError.module.css'

interface LastErrorProps {
  readonly error: ConnectionError | undefined
  readonly now: number
  /** Whether anything is known: without it, there may have been an error. */
  readonly isKnown?: boolean
}

/** The latest error and its time. */
export function LastError({ error, now, isKnown = true }: LastErrorProps) {
  if (error === undefined) return <span className={classes.none}>{isKnown ? 'none' : '–'}</span>
  return (
    <span className={classes.error} data-past={error.isPast}>
      {currentText(error.message)}{' '}
      <span className={classes.when}>{`${error.isPast ? '· past, ' : ''}${ago(error.at, now)}`}</span>
    </span>
  )
}
