import { incomingProblem } from '../store/incomingProblem.ts'
import type { Batch, IncomingEvent, PageNote } from '../store/store.ts'

/** A record as it is written. */
export interface OutgoingRecord {
  readonly key: string
  readonly value: Buffer
  /** Of an event, for the header `id`. */
  readonly id?: string
}

/** What a record says about the batch of its event. */
type BatchFacts = Pick<Batch, 'app' | 'receivedAt'> &
  Partial<Pick<Batch, 'destination' | 'engine' | 'release' | 'clockAheadMs'>>

/**
 * The records of events of one batch. The value of each is one JSON object: what the collector knows about the event, and then `event`, the
 * whole event in the very characters in which it has come.
 */
export const eventRecords = (batch: BatchFacts): ((event: IncomingEvent) => OutgoingRecord) => {
  // They are the same for all, and take as long to write as the rest.
  const facts = JSON.stringify(factsOf(batch)).slice(1, -1)
  return (event) => {
    const { body, ...own } = event
    const head = JSON.stringify(own).slice(0, -1)
    return { key: event.page ?? event.id, value: Buffer.from(`${head},${facts}${BODY}${body}}`), id: event.id }
  }
}

/** Before the body. In what is before it, no text and no list can contain this: it would have to end a text and name a field. */
export const BODY = ',"event":'

/** The record of what a batch tells about a page. */
export const notesRecord = (note: PageNote, batch: Batch): OutgoingRecord => ({
  key: note.page,
  value: Buffer.from(JSON.stringify({ ...note, ...factsOf(batch) })),
})

const factsOf = ({ app, destination, engine, release, receivedAt, clockAheadMs }: BatchFacts) => ({
  ...{ app, destination, engine, release, receivedAt, clockAheadMs },
})

/** Says why an event can have no record, if the door has let through what it does not let through. */
export function recordProblem(event: IncomingEvent): string | undefined {
  const { n, happenedAt, body } = event
  if (!Number.isFinite(happenedAt) || (n !== undefined && !Number.isSafeInteger(n)))
    return 'A number of the event is none that JSON has.'
  // The value of the record would be no JSON for everybody else who reads the topic.
  if (!body.startsWith('{') || !body.endsWith('}')) return 'The body of the event is no JSON object.'
  return incomingProblem(event)
}
