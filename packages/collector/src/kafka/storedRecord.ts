import { isRecord } from '../door/parseJson.ts'
import { readStored } from '../door/readStored.ts'
import type { StoredEvent } from '../store/store.ts'
import { eventRecords, type OutgoingRecord } from './records.ts'

/**
 * The record of an event that is read from a store: that of `kafkaSink`, without what a store does not keep for each event, which are
 * `destination`, `engine` and `clockAheadMs`. An event that cannot be understood has its text as `event`, and little more.
 */
export function storedRecord(stored: StoredEvent): OutgoingRecord {
  const { app, receivedAt, body } = stored
  const { given, event } = readStored(stored)
  if (!given || !event) {
    const { id } = stored
    const text = given ? body : JSON.stringify(body)
    return eventRecords({ app, receivedAt })({ id, name: '', happenedAt: receivedAt, accounts: [], body: text })
  }
  const release = isRecord(given['moment']) ? given['moment']['release'] : undefined
  return eventRecords({ app, receivedAt, ...(typeof release === 'string' && { release }) })(event)
}
