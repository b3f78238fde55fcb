import type { Problem } from '../protocol/problem.ts'

/** The result of an edit. */
export type EditResult<T> = { readonly outcome: 'ok'; readonly value: T } | Refused

export interface Refused {
  readonly outcome: 'refused'
  /** 500 when the file cannot be read or written. */
  readonly status: 400 | 404 | 409 | 500
  readonly message: string
  readonly problems?: readonly Problem[]
  /** The current content, if it differs from what the edit was based on. */
  readonly current?: unknown
}

export function refused(status: Refused['status'], message: string, problems?: readonly Problem[]): Refused {
  return { outcome: 'refused', status, message, ...(problems && { problems }) }
}

/**
 * The wanted content. `before`: the content that the edit was based on, or `null` if there was none. If absent, it is not
 * compared.
 */
export interface EditRequest {
  readonly draft: unknown
  readonly before?: unknown
}

/** The answer to an edit that is based on outdated content. */
export function editConflict(what: string, current: unknown = null): Refused {
  return { ...refused(409, `${what} was changed elsewhere while you were editing.`), current }
}

/** The answer to an edit when the file cannot be written, as on a full disk. */
export function writeFailure(error: unknown): Refused {
  return refused(500, `Nothing was changed: ${error instanceof Error ? error.message : String(error)}.`)
}
