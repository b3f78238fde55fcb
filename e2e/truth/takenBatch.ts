import type { Place, Session, TakenBatch } from './evidence.ts'

interface SentIdentity {
  readonly id?: string
  readonly impersonator?: string
  readonly accounts?: { readonly organization?: { readonly key: string } }
  readonly visitor?: string
}

export interface SentEvent extends Place {
  readonly id: string
  readonly identity: SentIdentity
  readonly session: Session | undefined
}

export interface SentBatch extends TakenBatch {
  readonly events: readonly SentEvent[]
}

interface Body {
  readonly pages?: TakenBatch['pages']
  readonly moments?: readonly { readonly page: string; readonly session?: Session }[]
  readonly events?: readonly (Omit<SentEvent, 'page' | 'session'> & { readonly moment: number })[]
}

/** Reads from the body of a request what the collector of the stage does not keep: numbers, visitors, accounts and sessions. */
export function takenBatch(body: string): SentBatch {
  const { pages = {}, moments = [], events = [] }: Body = JSON.parse(body)
  return {
    pages,
    events: events.map(({ id, n, identity, moment }) => {
      const { page = '', session } = moments[moment] ?? {}
      return { id, n, page, identity, session }
    }),
  }
}
