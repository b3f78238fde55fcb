import { incomingEvent } from '../door/incomingEvent.ts'
import type { CollectedEvent } from '../door/collectedEvent.ts'
import { isRecord } from '../door/parseJson.ts'
import type { IncomingEvent, StoredEvent } from '../store/store.ts'
import { eventRecords, type OutgoingRecord } from './records.ts'

/**
 * The record of an event that is read from a store: that of `kafkaSink`, without what a store does not keep for each event, which are
 * `destination`, `engine` and `clockAheadMs`. An event that cannot be understood has its text as `event`, and little more.
 */
export function storedRecord(stored: StoredEvent): OutgoingRecord {
  const { app, receivedAt, body } = stored
  const given = parsed(body)
  const event = given && understood(given, stored)
  if (!event) {
    const { id } = stored
    const text = given ? body : JSON.stringify(body)
    return eventRecords({ app, receivedAt })({ id, name: '', happenedAt: receivedAt, accounts: [], body: text })
  }
  const release = isRecord(given['moment']) ? given['moment']['release'] : undefined
  return eventRecords({ app, receivedAt, ...(typeof release === 'string' && { release }) })(event)
}

/** The door has let through what is in a store: whatever else is there was written by somebody else. */
function understood(given: Record<string, unknown>, { id, body }: StoredEvent): IncomingEvent | undefined {
  try {
    const event = incomingEvent({ ...given, id } as CollectedEvent)
    return Number.isFinite(event.happenedAt) ? { ...event, body } : undefined
  } catch {
    return undefined
  }
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
