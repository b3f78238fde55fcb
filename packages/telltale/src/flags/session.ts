import type { Context } from '../core/model/context.ts'
import type { FlagSource } from './flagSource.ts'

export interface IdentifyOptions {
  hash?: string | undefined
  /** It is about this context from now on, whatever comes. */
  isAtOnce?: boolean
  /** What holds stays until the answer, since it is that of the same person. */
  isSamePerson?: boolean
  /** No event is to tell of this context. */
  isMuted?: boolean
}

/** One context's time, and whoever waits for its flags. */
export interface Session {
  readonly context: Context
  /** No event is to tell of it. */
  readonly isMuted: boolean
  readonly promise: Promise<void>
  source?: FlagSource
  /** With another one's promise: it ends as that does. */
  resolve(follow?: Promise<void>): void
  reject(error: Error): void
}

export function createSession(context: Context, isMuted: boolean): Session {
  const settlers = {} as Pick<Session, 'resolve' | 'reject'>
  const promise = new Promise<void>((resolve, reject) => Object.assign(settlers, { resolve, reject }))
  // Who does not care how it ends need not say so: an unhandled rejection would be the page's.
  promise.catch(() => {})
  return { context, isMuted, promise, ...settlers }
}
