import type { Application, StoredEvent } from '@telltale/collector'
import type { ErrorAnswers } from '../errors/errorAnswers.ts'
import { createErrorAnswers } from '../errors/errorAnswers.ts'

/** A page with errors has told these things. */
export interface Told {
  readonly who?: unknown
  readonly kind?: string
  readonly properties?: unknown
  readonly moment?: unknown
  readonly flags?: unknown
  readonly overridden?: unknown
  readonly at?: unknown
  readonly receivedAt?: number
  readonly clockAheadMs?: number
  readonly app?: Partial<Application>
}

/** An error with this fingerprint. */
export const failed = (who: string, more: Told = {}): Told => ({
  ...{ who: { id: who }, kind: 'error', properties: { fingerprint: 'f1', type: 'TypeError', message: 'No price' } },
  ...more,
})

/** A flag as events have it. */
export const flag = (value: unknown, version = 1) => ({ value, variation: value === true ? 0 : 1, version })

/** The answers over stored events, which arrived in this order. */
export function answersOver(told: readonly Told[]): ErrorAnswers {
  const now = Date.now()
  const events = told.map(
    ({ who = {}, kind, app, receivedAt = now, clockAheadMs = 0, ...more }, index): StoredEvent => {
      const event = {
        id: `e${index}`,
        name: 'Event',
        at: receivedAt,
        url: '',
        properties: {},
        ...more,
        kind,
        identity: who,
      }
      const about = { ...{ cursor: String(index), id: event.id }, receivedAt, clockAheadMs }
      return { ...about, app: { name: 'Desk', promotion: 'production', ...app }, body: JSON.stringify(event) }
    },
  )
  return createErrorAnswers({
    newest: async (limit, before) => {
      const older = before === undefined ? events : events.slice(0, Number(before))
      return [...older].reverse().slice(0, limit)
    },
  })
}

export const WANTED = new AbortController().signal
