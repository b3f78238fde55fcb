import type {
  Application,
  Batch,
  Erasure,
  EventStore,
  IncomingEvent,
  Outcome,
  StoredEvent,
  Subject,
} from '../store/store.ts'
import { isConsent } from '../store/consent.ts'
import { flagsAdder } from '../store/sharedFlags.ts'
import { wrongCursor } from '../store/wrongCursor.ts'
import { type MemoryPages, recordPages } from './memoryPages.ts'
import { isAbout, joinedBy, type Joined } from './memorySubjects.ts'

/** What outlives a `memoryStore` that is closed, and what several share. */
export interface MemoryData {
  /** By their ids, in the order of arrival. */
  readonly events: Map<string, MemoryEvent>
  readonly pages: MemoryPages
  readonly joined: Joined
  /** The ids of deleted events, whose copies may still come. */
  readonly erased: Set<string>
  /** The newest first. */
  erasures: readonly MemoryErasure[]
  lastPlace: number
}

interface MemoryErasure extends Erasure {
  readonly subject: Subject
}

interface MemoryEvent {
  readonly place: number
  readonly event: IncomingEvent
  readonly app: Application
  readonly receivedAt: number
  readonly clockAheadMs: number
}

export const memoryData = (): MemoryData => ({
  events: new Map(),
  pages: new Map(),
  joined: new Map(),
  erased: new Set(),
  erasures: [],
  lastPlace: 0,
})

/** How many events an erasure deletes before others have their turn. */
const SLICE = 500

/**
 * A store in memory, for tests: it keeps what `EventStore` promises as long as its process runs.
 *
 * @param data - what another store has left or has at the same time; nothing when left out
 */
export const memoryStore = (data: MemoryData = memoryData()): EventStore => {
  let isClosed = false
  const assertOpen = (): void => {
    if (isClosed) {
      throw new Error('The store is closed.')
    }
  }

  // An erasure is an order that is in the data: whoever opens them goes on with it.
  const goOn = (): void => {
    if (!isClosed && data.erasures.some(({ status }) => status === 'running')) {
      deleteSome(data, ({ status }) => status === 'running', SLICE)
      setImmediate(goOn)
    }
  }
  goOn()

  return {
    name: 'memory',
    sharesFlags: true,
    async append(batch, signal) {
      assertOpen()
      signal?.throwIfAborted()
      return appendTo(data, batch)
    },
    async check() {
      assertOpen()
    },
    async close() {
      isClosed = true
    },
    async newest(limit, before) {
      const all = [...data.events.values()].reverse()
      return all
        .filter(({ place }) => before === undefined || place < Number(before))
        .slice(0, limit)
        .map(read)
    },
    async after(cursor, limit) {
      const all = [...data.events.values()]
      return all
        .filter(({ place }) => cursor === undefined || place > Number(cursor))
        .slice(0, limit)
        .map(read)
    },
    async count() {
      return data.events.size
    },
    async numbers() {
      return [...data.pages.values()]
    },
    async *about(subject) {
      yield [...data.events.values()].filter(({ event }) => isAbout(subject, event, data.joined)).map(read)
    },
    async consents(person, limit, before) {
      if (before !== undefined && !/^\d+$/.test(before)) {
        throw wrongCursor()
      }
      return [...data.events.values()]
        .filter(
          ({ event: { impersonator: _, ...event }, place }) =>
            place < Number(before ?? Infinity) &&
            isConsent(event) &&
            isAbout({ kind: 'person', id: person }, event, data.joined),
        )
        .reverse()
        .slice(0, limit)
        .map(read)
    },
    async erase(subject, before = Date.now(), { keepsConsents } = {}) {
      assertOpen()
      const order = {
        ...({ id: crypto.randomUUID(), kind: subject.kind, before, status: 'running', deleted: 0 } as const),
        visitors: visitorsOf(subject, data),
        ...(keepsConsents && ({ keepsConsents } as const)),
      }
      data.erasures = [{ ...order, subject }, ...data.erasures]
      setImmediate(goOn)
      return order
    },
    async erasedAmong(copies) {
      return copies
        .filter(
          (copy) =>
            data.erased.has(copy.id) ||
            data.erasures.some(
              ({ subject, before, keepsConsents }) =>
                copy.receivedAt <= before &&
                isAbout(subject, copy, data.joined) &&
                !(keepsConsents && copy.isConsent === true),
            ),
        )
        .map(({ id }) => id)
    },
    async erasures() {
      return data.erasures.map(({ subject, ...erasure }) => ({ ...erasure, visitors: visitorsOf(subject, data) }))
    },
  }
}

const read = ({ place, event: { id, body, flags }, app, receivedAt }: MemoryEvent): StoredEvent => ({
  cursor: String(place),
  id,
  app,
  receivedAt,
  body: flagsAdder()(body, flags?.json ?? null),
})

const visitorsOf = (subject: Subject, { joined }: MemoryData): number =>
  subject.kind === 'person' ? [...joined.values()].filter((persons) => persons.has(subject.id)).length : 0

const appendTo = (data: MemoryData, batch: Batch): readonly Outcome[] => {
  recordPages(data.pages, batch)
  const { app, receivedAt, clockAheadMs } = batch
  // Before the events: that of the sign-in may stand behind those of the visitor.
  const hasJoined = batch.events
    .flatMap(joinedBy)
    .map((join) => isNewJoin(data, join))
    .includes(true)
  const outcomes = batch.events.map((event): Outcome => {
    if (data.events.has(event.id)) {
      return 'known'
    }
    const stored = { place: data.lastPlace + 1, event, app, receivedAt, clockAheadMs }
    if (data.erased.has(event.id) || data.erasures.some((erasure) => isErased(data, erasure, stored))) {
      return 'erased'
    }
    data.lastPlace = stored.place
    data.events.set(event.id, stored)
    return 'new'
  })
  if (hasJoined) {
    // What was of an unknown visitor may now be of somebody whose data were deleted.
    deleteSome(data, ({ kind }) => kind === 'person', Infinity)
  }
  return outcomes
}

const isNewJoin = ({ joined }: MemoryData, [visitor, person]: readonly [visitor: string, person: string]): boolean => {
  const persons = joined.get(visitor)
  joined.set(visitor, new Set(persons).add(person))
  return persons?.has(person) !== true
}

const isErased = (
  { joined }: MemoryData,
  { subject, before, keepsConsents }: MemoryErasure,
  { event, clockAheadMs }: MemoryEvent,
): boolean =>
  event.happenedAt - clockAheadMs <= before && isAbout(subject, event, joined) && !(keepsConsents && isConsent(event))

/** Whether an event says whose the decisions of a visitor about consent are. */
const saysWhose = (data: MemoryData, { event }: MemoryEvent): boolean =>
  joinedBy(event).some(([visitor]) =>
    [...data.events.values()].some(
      ({ event: other }) => other.visitor === visitor && other.person === undefined && isConsent(other),
    ),
  )

/** Deletes as many events of each of these erasures. One that finds fewer is done. */
const deleteSome = (data: MemoryData, isMeant: (erasure: Erasure) => boolean, limit: number): void => {
  data.erasures = data.erasures.map((erasure) => {
    if (!isMeant(erasure)) {
      return erasure
    }
    const found = [...data.events.values()]
      .filter((stored) => isErased(data, erasure, stored) && !(erasure.keepsConsents && saysWhose(data, stored)))
      .slice(0, limit)
    for (const { event } of found) {
      data.events.delete(event.id)
      data.erased.add(event.id)
    }
    const status = found.length < limit ? 'done' : erasure.status
    return { ...erasure, deleted: erasure.deleted + found.length, status }
  })
}
