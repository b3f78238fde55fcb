import { isRecord } from '../json/isRecord.ts'
import type { VendorEntry } from './vendorRecords.ts'

/** One call of a vendor's stand-in as its page sends it: the record type of `telltale/testing`. */
export function scriptEntry(reported: Readonly<Record<string, unknown>>): VendorEntry {
  const { method, given, losses } = reported
  const [first, second] = Array.isArray(given) ? (given as unknown[]) : []
  const id = eventIdIn(reported)
  const problem = Array.isArray(losses) ? losses.join('; ') : ''
  return {
    kind: typeof method === 'string' ? method : 'call',
    title: typeof first === 'string' ? first : nameIn(first ?? second),
    body: reported,
    ...(id !== undefined && { eventId: id }),
    ...(problem !== '' && { problem }),
  }
}

/** One line of a batch of the Datadog RUM SDK. */
export function datadogEntry(line: Readonly<Record<string, unknown>>): VendorEntry {
  const kind = typeof line['type'] === 'string' ? line['type'] : 'event'
  const ofKind = isRecord(line[kind]) ? line[kind] : {}
  const { target, message, url, name } = ofKind
  const title = isRecord(target) ? target['name'] : (message ?? url ?? name)
  const id = eventIdIn(line['context'])
  return {
    kind,
    title: typeof title === 'string' ? title : '',
    body: line,
    ...(id !== undefined && { eventId: id }),
  }
}

/** The property under which the library passes its event's id to vendors. */
const EVENT_ID = /^(telltale_)?event_?id$/i

function eventIdIn(value: unknown, depth = 3): string | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    if (EVENT_ID.test(key) && typeof one === 'string') return one
    const within = eventIdIn(one, depth - 1)
    if (within !== undefined) return within
  }
  return undefined
}

/** The subject of a call: the user or thing that its argument names. */
function nameIn(value: unknown): string {
  if (!isRecord(value)) return value === undefined ? '' : String(value)
  const name = value['user_id'] ?? value['email'] ?? value['app_id'] ?? ''
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}
