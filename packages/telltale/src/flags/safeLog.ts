import { attempt } from '../core/lib/attempt.ts'
import type { Log } from '../core/ports/log.ts'

/** An application's own log, which may be none or throw: a message that it does not take goes to the other one. */
export function safeLog(own: Log, other: Log): Log {
  const line = (level: keyof Log) => (message: string) =>
    attempt(
      () => own[level](message),
      () => other[level](message),
    )
  return { error: line('error'), warn: line('warn') }
}
