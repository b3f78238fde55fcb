import type { Host } from '../core/host.ts'
import type { AnalyticsEvent, StoredEvent } from '../core/model/event.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import type { JournalEntry } from '../core/ports/journal.ts'
import { checkedJournal } from './checkedJournal.ts'
import type { SentPart } from './courier.ts'
import { withFlags } from './flagSet.ts'
import type { Ranked } from './overBudget.ts'
import { createShedder } from './shedder.ts'
import { isStoredEvent } from './storedEvent.ts'

/** An event that a destination has refused. */
export interface RefusedEvent {
  readonly destination: string
  /** What the destination said, such as `status 400: Event 0 needs a "name"`, or what it threw. */
  readonly reason: string
  readonly event: AnalyticsEvent
}

/**
 * Events that a destination has refused, or for which it throws. The browser keeps them, up to a bound, over the end of the page. Those of
 * earlier pages are sent again once, after the destination has taken other events.
 */
export interface SetAsideApi {
  read(): Promise<readonly RefusedEvent[]>
  /** Sends them again, as after the destination was mended. What is still refused stays set aside. */
  retry(): Promise<void>
  /** Forgets them. */
  discard(): Promise<void>
}

interface Refused extends Omit<RefusedEvent, 'event'>, Ranked {
  readonly id: string
  /** Without its flags: they are those of this entry. */
  readonly event: Omit<StoredEvent, 'flagSet'>
}

/** How much of what was refused is kept, in bytes; the oldest of the lowest priority is given up beyond that. */
const MAX_BYTES = 250_000

/** Where refused events are kept, apart from those that are on their way, over the end of the page. */
export interface SetAside {
  keep(destination: string, reason: string, events: readonly StoredEvent[]): Promise<void>
  read(): Promise<readonly RefusedEvent[]>
  /** Tries those of one destination again: what it takes now is no longer set aside. */
  retry(destination: string, deliver: Deliver): Promise<void>
  /** Tries those that earlier pages have left. */
  retryEarlier(destination: string, deliver: Deliver): Promise<void>
  discard(): Promise<void>
}

type Deliver = (batch: readonly StoredEvent[]) => Promise<readonly SentPart[]>

interface Needs extends Pick<Host, 'bus' | 'app' | 'platform'> {
  onShed(events: readonly Pick<StoredEvent, 'id' | 'name'>[]): void
  /** So many stored entries were no refused events. They are removed. */
  onUnreadable(count: number): void
}

export function createSetAside({ bus, app, platform, onShed, onUnreadable }: Needs): SetAside {
  const journal = checkedJournal<Refused, Refused>(platform.journal(`refused:${app.name}`), {
    isWaiting: isRefused,
    isEntry: isRefused,
    onUnreadable,
  })
  const shedder = createShedder({
    ...platform,
    journal,
    readers: [],
    maxBytes: MAX_BYTES,
    whileIdle: (task) => task(),
    onShed: (entries: readonly Refused[]) => onShed(entries.map(({ event }) => event)),
  })

  const ofThisPage = new Set<string>()

  async function count() {
    const setAside: Record<string, number> = {}
    for (const { entry } of await journal.entries()) {
      setAside[entry.destination] = (setAside[entry.destination] ?? 0) + 1
    }
    bus.publish('diagnosis', { setAside })
  }

  async function remove(entries: readonly JournalEntry<Refused>[]) {
    await journal.remove(entries.map(({ position }) => position))
    await count()
  }

  /** One event that is still refused must not hold back those beside it. */
  async function again(entries: readonly JournalEntry<Refused>[], deliver: Deliver): Promise<void> {
    if (entries.length === 0) return
    for (const { events, result } of await deliver(entries.map(({ entry }) => storedEvent(entry)))) {
      const tried = entries.filter(({ entry }) => events.some(({ id }) => id === entry.event.id))
      if (result.outcome === 'delivered') await remove(tried)
      else if (result.outcome !== 'retry' && tried.length > 1) {
        const half = Math.ceil(tried.length / 2)
        await again(tried.slice(0, half), deliver)
        await again(tried.slice(half), deliver)
      }
    }
  }

  const entriesOf = async (destination: string) =>
    (await journal.entries()).filter(({ entry }) => entry.destination === destination)

  void count() // what earlier visits have left
  return {
    async keep(destination, reason, events) {
      const entries = events.map(({ flagSet, ...event }): Refused => {
        // One event may be refused in several places.
        const id = `${destination} ${event.id}`
        ofThisPage.add(id)
        const { at, priority } = event
        return { id, destination, reason, event, at, ...(priority && { priority }), ...(flagSet && { flagSet }) }
      })
      await journal.write(entries.map((item) => ({ type: 'append', item })))
      shedder.count(entries)
      await count()
    },
    read: async () =>
      (await journal.entries()).map(({ entry }) => {
        const { destination, reason } = entry
        return { destination, reason, event: withFlags(storedEvent(entry)) }
      }),
    retry: async (destination, deliver) => again(await entriesOf(destination), deliver),
    async retryEarlier(destination, deliver) {
      const entries = await entriesOf(destination)
      await again(
        entries.filter(({ entry }) => !ofThisPage.has(entry.id)),
        deliver,
      )
    },
    discard: async () => remove(await journal.entries()),
  }
}

const isRefused = (value: unknown): value is Refused =>
  isRecord(value) &&
  typeof value['destination'] === 'string' &&
  typeof value['reason'] === 'string' &&
  Number.isFinite(value['at']) &&
  isStoredEvent(value['event'])

const storedEvent = ({ event, flagSet }: Refused): StoredEvent => (flagSet ? { ...event, flagSet } : event)
