import type { StoredEvent } from 'stage/collector'
import { type Evidence, type Stored, userOf } from './evidence.ts'
import type { SentBatch, SentEvent } from './takenBatch.ts'

const JOIN = 'Visitor signed in'
const isOwn = (name: string) => name.startsWith('Load') || name === JOIN

/** What is judged of the events in the collector, from these and from the batches in which they came. */
export function storedIn(
  events: readonly StoredEvent[],
  batches: readonly SentBatch[],
): Pick<Evidence, 'stored' | 'joins' | 'exposures' | 'batches'> {
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
    exposures: all
      .filter(({ event: { kind } }) => kind === 'exposure')
      .map((one) => {
        const { exposure: digest, properties } = one.event
        const { unit, variation, version } = properties
        return { ...storedAs(one), digest, unit, variation, version }
      }),
    stored: all.filter(({ event: { name, kind } }) => kind !== 'exposure' && !isOwn(name)).map(storedAs),
  }
}

type Found = Omit<Stored, 'name' | 'atMs' | 'happenedMs' | 'plan'> & { event: StoredEvent }

const storedAs = ({ event: { name, at, storedAt, properties }, ...more }: Found): Stored => ({
  ...{ name, atMs: storedAt, happenedMs: at, plan: properties['LDFF: plan'] as string | undefined },
  ...more,
})
