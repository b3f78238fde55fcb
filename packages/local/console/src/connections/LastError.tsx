import type { ConnectionError } from '../../../src/console/consoleConnections.ts'
import { ago } from '../format/time.ts'
import classes from './LastError.module.css'

interface LastErrorProps {
  readonly error: ConnectionError | undefined
  readonly now: number
}

/** The latest error and its time. */
export function LastError({ error, now }: LastErrorProps) {
  if (error === undefined) return <span className={classes.none}>none</span>
  return (
    <span className={classes.error}>
      {error.message} <span className={classes.when}>{ago(error.at, now)}</span>
    </span>
  )
}
