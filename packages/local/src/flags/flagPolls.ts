import type { PollConnection } from '../protocol/consoleConnections.ts'

/** The clients that poll for flags, for the console only. Bounded: the least recent client is dropped first. */
export interface FlagPolls {
  answered(
    poll: Pick<PollConnection, 'protocol' | 'environment' | 'contextKey' | 'user'>,
    status: number,
    message?: string,
  ): void
  /** The most recent client first. */
  recent(): readonly PollConnection[]
  subscribe(listener: () => void): () => void
}

const MAX_POLLS = 200

export function createFlagPolls(): FlagPolls {
  const polls = new Map<string, PollConnection>()
  const listeners = new Set<() => void>()

  return {
    answered({ protocol, environment, contextKey, user }, status, message) {
      const id = JSON.stringify([protocol, environment, contextKey])
      const at = Date.now()
      const before = polls.get(id)
      const lastError = message === undefined ? before?.lastError : { at, message }
      polls.delete(id)
      polls.set(id, {
        protocol,
        environment,
        contextKey,
        count: (before?.count ?? 0) + 1,
        firstAt: before?.firstAt ?? at,
        lastAt: at,
        lastStatus: status,
        ...(lastError && { lastError }),
        ...(user && { user }),
      })
      const [oldest] = polls.keys()
      if (polls.size > MAX_POLLS && oldest !== undefined) polls.delete(oldest)
      for (const listener of [...listeners]) listener()
    },
    recent: () => [...polls.values()].reverse(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
