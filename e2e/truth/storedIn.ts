import type { StoredEvent } from 'stage/collector'
import { type Evidence, userOf } from './evidence.ts'
import type { SentBatch, SentEvent } from './takenBatch.ts'

const JOIN = 'Visitor signed in'
const isOwn = (name: string) => name.startsWith('Load') || name === JOIN

/** What is judged of the events in the collector, from these and from the batches in which they came. */
export function storedIn(
  events: readonly StoredEvent[],
  batches: readonly SentBatch[],
): Pick<Evidence, 'stored' | 'joins' | 'batches'> {
  const sent = new Map(batches.flatMap((batch) => batch.events.map((event): [string, SentEvent] => [event.id, event])))
  const all = events.flatMap((event) => {
    const found = sent.get(event.id)
    if (!found) return []
    const { identity, session, page, n } = found
    const { accounts, visitor, ...person } = identity
    const user = userOf({ ...person, account: accounts?.organization?.key })
    return [{ event, user, visitor, session, place: { page, n } }]
  })
  return {
    batches,
    joins: all
      .filter(({ event }) => event.name === JOIN)
      .map(({ event, user, visitor, place }) => ({ user, visitor, place, joined: event.properties['visitor'] })),
    stored: all
      .filter(({ event }) => !isOwn(event.name))
      .map(({ event: { name, at, storedAt, properties }, ...more }) => ({
        ...{ name, atMs: storedAt, happenedMs: at, plan: properties['LDFF: plan'] as string | undefined },
        ...more,
      })),
  }
}
