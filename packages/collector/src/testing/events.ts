import type { Batch, IncomingEvent, PageNote } from '../store/store.ts'

/**
 * When the first event of each check has happened. It is recent, so that no store treats it as one that is too old, and so long ago that
 * the latest event of a check has happened before now.
 */
export const START = Date.now() - 3_600_000

/** The id of the event with this number: a UUID of version 7. */
export const idOf = (n: number): string => uuid7(START + n, n)

/** @param at - milliseconds since 1970 */
export const uuid7 = (at: number, n: number): string => {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** An event of nobody, which has happened `n` milliseconds after the start. */
export const eventOf = (n: number, fields: Partial<IncomingEvent> = {}): IncomingEvent => {
  const id = fields.id ?? idOf(n)
  const name = fields.name ?? 'Quote sent'
  const happenedAt = fields.happenedAt ?? START + n
  return { accounts: [], body: JSON.stringify({ id, name, at: happenedAt, place: n }), ...fields, id, name, happenedAt }
}

/** As many events with the numbers from `first`. */
export const eventsOf = (
  first: number,
  count: number,
  fieldsOf: (n: number) => Partial<IncomingEvent> = () => ({}),
): readonly IncomingEvent[] => Array.from({ length: count }, (_, i) => eventOf(first + i, fieldsOf(first + i)))

export const batchOf = (events: readonly IncomingEvent[], fields: Partial<Batch> = {}): Batch => ({
  app: { name: 'Quotes', platform: 'web', promotion: 'production' },
  destination: 'collector',
  engine: 'chromium',
  release: '1.0.0',
  receivedAt: START + 1_000_000,
  clockAheadMs: 0,
  events,
  pages: [],
  ...fields,
})

/** A batch that has no event, and tells about a page. */
export const noteOf = (page: string, note: Partial<PageNote>, fields: Partial<Batch> = {}): Batch =>
  batchOf([], { pages: [{ page, fates: [], ...note }], ...fields })

/** Events cut into batches of this size. */
export const batchesOf = (events: readonly IncomingEvent[], size: number): readonly Batch[] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, i) =>
    batchOf(events.slice(i * size, (i + 1) * size), { receivedAt: START + 1_000_000 + i }),
  )
