import type { PeopleStore } from '../store/store.ts'

export interface RunningDeletions {
  readonly count: number
  /** For how long the oldest of them has been running in milliseconds. 0 if there is none. */
  readonly oldestMs: number
}

/** Returns what says which deletions of people are running. `undefined` for a store that cannot delete people. */
export function runningDeletions(
  store: Partial<Pick<PeopleStore, 'erasures' | 'runningErasures'>>,
  now: () => number = Date.now,
): (() => Promise<RunningDeletions>) | undefined {
  const read = store.runningErasures ?? store.erasures
  if (!read) return undefined
  let since = new Map<string, number>()
  return async () => {
    const running = (await read.call(store)).filter(({ status }) => status === 'running')
    const seenAt = now()
    // A deletion ends at the moment of its order, as a rule. One of everything that will ever arrive does not say when it was ordered.
    since = new Map(running.map(({ id, before }) => [id, Math.min(before, since.get(id) ?? seenAt)]))
    const oldest = [...since.values()].reduce((one, other) => Math.min(one, other), seenAt)
    return { count: running.length, oldestMs: seenAt - oldest }
  }
}
