import type { Problem } from '../console/consoleMessage.ts'

/** What came of an edit. */
export type Edited<T> = { readonly outcome: 'ok'; readonly value: T } | Refused

export interface Refused {
  readonly outcome: 'refused'
  readonly status: 400 | 404 | 409
  readonly message: string
  readonly problems?: readonly Problem[]
}

export function refused(status: Refused['status'], message: string, problems?: readonly Problem[]): Refused {
  return { outcome: 'refused', status, message, ...(problems && { problems }) }
}
