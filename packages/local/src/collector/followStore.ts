import type { EventStore, StoredEvent } from '@telltale/collector'

/** A store that tells what others have stored in it. */
export interface FollowedStore extends EventStore {
  /** Calls `tell` with events that others store from now on: a collector in production may write to the same database. */
  follow(tell: (events: readonly StoredEvent[]) => void): void
}

const EVERY_MS = 1000
/** Rows. */
const PAGE = 1000

/** @param log hears once that the store cannot be asked, and once that it can again */
export async function followStore(store: EventStore, log: (line: string) => void): Promise<FollowedStore> {
  let cursor = (await store.newest(1))[0]?.cursor
  /** The ids that are stored here. They are known before they can be read. */
  const own = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isAway = false
  let isClosed = false

  function noteAway(now: boolean): void {
    if (now !== isAway)
      log(
        now
          ? 'The store cannot be asked for what other collectors store. It is tried again.'
          : 'The store can be asked again for what other collectors store.',
      )
    isAway = now
  }

  async function look(tell: (events: readonly StoredEvent[]) => void): Promise<void> {
    for (;;) {
      const events = await store.after(cursor, PAGE)
      cursor = events.at(-1)?.cursor ?? cursor
      const others = events.filter(({ id }) => !own.delete(id))
      if (others.length > 0) tell(others)
      if (events.length < PAGE) return
    }
  }

  function follow(tell: (events: readonly StoredEvent[]) => void): void {
    timer = setTimeout(() => {
      // The database may be away for a time. The next look goes on where this one has ended.
      looking = look(tell)
        .then(
          () => noteAway(false),
          () => noteAway(true),
        )
        .finally(() => isClosed || follow(tell))
    }, EVERY_MS)
    timer.unref()
  }

  return {
    ...store,
    follow,
    async append(batch, signal) {
      const ids = batch.events.map(({ id }) => id)
      const added = ids.filter((id) => !own.has(id))
      for (const id of added) own.add(id)
      // After an error, some may be stored all the same. Nobody else tells about those.
      const fresh = new Set<string | undefined>()
      try {
        const outcomes = await store.append(batch, signal)
        outcomes.forEach((outcome, index) => outcome === 'new' && fresh.add(ids[index]))
        return outcomes
      } finally {
        for (const id of added) if (!fresh.has(id)) own.delete(id)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      await store.close()
    },
  }
}
