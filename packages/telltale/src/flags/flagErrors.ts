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
  const error = new Error(message)
  error.name = `LaunchDarkly${kind}Error`
  return error
}
