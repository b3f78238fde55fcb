/** What has happened, without what the client has wrapped around it: of several errors, the last one. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors.at(-1))
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${reasonOf(error.cause)}`
}
