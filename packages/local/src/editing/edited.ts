import type { Problem } from '../console/consoleMessage.ts'

/** What came of an edit. */
export type Edited<T> = { readonly outcome: 'ok'; readonly value: T } | Refused

export interface Refused {
  readonly outcome: 'refused'
  /** 500 when the file cannot be read or written. */
  readonly status: 400 | 404 | 409 | 500
  readonly message: string
  readonly problems?: readonly Problem[]
  /** What is there, when it is another than what the edit began from. */
  readonly current?: unknown
}

export function refused(status: Refused['status'], message: string, problems?: readonly Problem[]): Refused {
  return { outcome: 'refused', status, message, ...(problems && { problems }) }
}

/** What somebody wants something to be. `before`: what it was when they began, or `null` when it was not there; anything when absent. */
export interface Wanted {
  readonly draft: unknown
  readonly before?: unknown
}

/** The sentence for somebody whose edit began from what is no more so. */
export function changedMeanwhile(what: string, current: unknown = null): Refused {
  return { ...refused(409, `Somebody else changed ${what} meanwhile.`), current }
}

/** The sentence for an edit of a file that is not there, or on a disk that is full. */
export function notDone(error: unknown): Refused {
  return refused(500, `Nothing was changed: ${error instanceof Error ? error.message : String(error)}.`)
}
