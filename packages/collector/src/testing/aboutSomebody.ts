import type { EventStore, IncomingEvent, StoredEvent, Subject } from '../store/store.ts'
import { eventOf } from './events.ts'
import { assertIds, idsOf } from './reading.ts'

export const signIn = (person: string, visitor: string): Partial<IncomingEvent> => ({
  name: 'Visitor signed in',
  person,
  visitor,
})

export const aboutAll = async (store: EventStore, subject: Subject): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for await (const some of store.about(subject)) {
    all.push(...some)
  }
  return all
}

/** The events about somebody are those with these numbers. */
export const isAbout = async (store: EventStore, subject: Subject, ns: readonly number[]): Promise<void> =>
  assertIds(
    idsOf(await aboutAll(store, subject)),
    ns.map((n) => eventOf(n).id),
    JSON.stringify(subject).slice(0, 200),
  )
