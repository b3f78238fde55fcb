import type { IncomingEvent, StoredEvent } from '../store/store.ts'
import type { CollectedEvent } from './collectedEvent.ts'
import { incomingEvent } from './incomingEvent.ts'
import { isRecord } from './parseJson.ts'

/** What the body of a stored event says. */
export interface ReadStored {
  /** The body, if it is a JSON object. */
  readonly given?: Readonly<Record<string, unknown>>
  /** The event, if it can be understood. The door has let through what is in a store: whatever else is there was written by somebody else. */
  readonly event?: IncomingEvent
}

export function readStored({ id, body }: Pick<StoredEvent, 'id' | 'body'>): ReadStored {
  const given = parsed(body)
  if (!given) return {}
  try {
    const event = incomingEvent({ ...given, id } as CollectedEvent)
    return Number.isFinite(event.happenedAt) ? { given, event: { ...event, body } } : { given }
  } catch {
    return { given }
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
