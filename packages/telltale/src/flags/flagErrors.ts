import { attempt } from '../core/lib/attempt.ts'
import type { Log } from '../core/ports/platform.ts'

/** The vendor's error kinds: an error's `name` is `LaunchDarkly<kind>Error`. */
export type FlagErrorKind =
  | 'FlagFetch'
  | 'InvalidArgument'
  | 'InvalidData'
  | 'InvalidEnvironmentId'
  | 'InvalidEventKey'
  | 'InvalidUser'
  | 'Timeout'
  | 'UnexpectedResponse'

export function flagError(kind: FlagErrorKind, message: string): Error {
  return Object.assign(new Error(message), { name: `LaunchDarkly${kind}Error` })
}

export const closedError = () => flagError('FlagFetch', 'The client was closed. (T109)')

/** The application's own log, which may be invalid or throw. A message that it does not accept goes to the other log. */
export function safeLog(own: Log, other: Log): Log {
  const line = (level: keyof Log) => (message: string) =>
    attempt(
      () => own[level](message),
      () => other[level](message),
    )
  return { error: line('error'), warn: line('warn') }
}
