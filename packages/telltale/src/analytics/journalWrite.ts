import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'

/** A draft comes to wait, an event to the end of the log, or an event takes the place of its waiting draft. */
export type JournalWrite =
  | { type: 'hold'; item: EventDraft }
  | { type: 'append'; item: AnalyticsEvent }
  | { type: 'release'; item: AnalyticsEvent }

/** The first writes of the same kind: they go into one transaction. */
export function leadingRun(writes: readonly JournalWrite[]): readonly JournalWrite[] {
  const end = writes.findIndex((write) => write.type !== writes[0]?.type)
  return end < 0 ? writes : writes.slice(0, end)
}

/** True once the writes, all of one kind, are durable. */
export function applyRun(journal: Journal<EventDraft, AnalyticsEvent>, run: readonly JournalWrite[]): Promise<boolean> {
  const type = run[0]?.type
  if (type === undefined || type === 'hold') return journal.hold(run.map((write) => write.item))
  const events = run.flatMap((write) => (write.type === 'hold' ? [] : [write.item]))
  return type === 'append' ? journal.append(events) : journal.release(events)
}

/** One key for each write: an array under one key would be lost between two tabs. */
const PREFIX = 'aside:'
const keyOf = ({ type, item }: JournalWrite) => `${PREFIX}${item.id}:${type}`

/** Keeps a write in small, synchronous storage until the journal has it. */
export const putAside = (storage: KeyValueStorage, write: JournalWrite) =>
  storage.set(keyOf(write), JSON.stringify(write))

export const forgetAside = (storage: KeyValueStorage, write: JournalWrite) => storage.remove(keyOf(write))

/** What earlier pages put aside, in order: by id, and so by time; of one id, `hold` before `release`. */
export function takeUpAside(storage: KeyValueStorage): JournalWrite[] {
  return [...storage.keys(PREFIX)].sort().flatMap((key) => {
    const write = parseJson(storage.get(key) ?? '')
    return isRecord(write) && isRecord(write['item']) ? [write as unknown as JournalWrite] : []
  })
}
