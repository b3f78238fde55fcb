import { isRecord } from '../json/isRecord.ts'
import type { VendorEntry } from './vendorRecords.ts'

/** One thing that a stand-in for a script was told, as its page posts it. */
export function scriptEntry(told: Readonly<Record<string, unknown>>): VendorEntry {
  const { method, kind = method, args = [], problem } = told
  const list = Array.isArray(args) ? args : [args]
  const [first] = list
  const id = eventIdIn(told)
  return {
    kind: String(kind ?? 'call'),
    title: typeof first === 'string' ? first : nameIn(first),
    body: told,
    ...(id !== undefined && { eventId: id }),
    ...(typeof problem === 'string' && { problem }),
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

/** The library gives its event's id along under this name wherever a vendor takes properties. */
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

/** Whom or what an object of arguments speaks of. */
function nameIn(value: unknown): string {
  if (!isRecord(value)) return value === undefined ? '' : String(value)
  const name = value['user_id'] ?? value['email'] ?? value['app_id'] ?? ''
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}
