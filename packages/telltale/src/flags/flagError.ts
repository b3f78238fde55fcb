import { CHECK_FILES } from '../core/loadLater.ts'

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

/** The code that follows changes is not there. */
export const STREAM_MISSING = `the file that streams flags could not be loaded. Flags are requested without it. ${CHECK_FILES} (T85)`

export const closedError = () => flagError('FlagFetch', 'The client was closed. (T109)')

export const missingHash = () =>
  flagError('InvalidArgument', 'No hash for secure mode. Flags have fallbacks until there is one. (T96)')
