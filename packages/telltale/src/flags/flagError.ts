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

export const missingHash = () =>
  flagError('InvalidArgument', 'No hash for secure mode. Flags have fallbacks until there is one. (T96)')
