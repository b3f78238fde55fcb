import { randomBytes } from 'node:crypto'
import type { Batch, IncomingEvent } from '../store/store.ts'

/** A UUID v7 of a time in milliseconds since 1970. */
export function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  const hex = `${time}7${randomBytes(2).toString('hex').slice(1)}a${randomBytes(8).toString('hex').slice(1)}`
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** An event of now, or with these fields. */
export function eventWith(fields: Partial<IncomingEvent> = {}): IncomingEvent {
  const { happenedAt = Date.now(), id = idAt(happenedAt), name = 'quote created' } = fields
  const body = JSON.stringify({
    id,
    name,
    at: happenedAt,
    url: 'https://desk.example/quotes',
    properties: { amount: 12 },
  })
  return { id, name, happenedAt, accounts: [], body, ...fields }
}

/** A batch with these events that arrives now, or with these fields. */
export const batchOf = (events: readonly IncomingEvent[], fields: Partial<Batch> = {}): Batch => ({
  app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
  ...{ destination: 'collector', engine: 'chromium', release: '1.4.0', clockAheadMs: 0, pages: [] },
  receivedAt: Date.now(),
  events,
  ...fields,
})
