import type { StoredEvent } from '@telltale/collector'
import { isRecord } from '../json/isRecord.ts'
import { wrongClock } from '../protocol/wrongClock.ts'

/** Where an event happened: people are compared with those of the same application and level. */
export interface ErrorPlace {
  readonly app: string
  readonly promotion?: string | undefined
}

/** What is needed of a stored event. Anybody may post one, so nothing of it is certain. */
export interface SeenEvent {
  readonly id: string
  /** Milliseconds since 1970, by a clock that is right, and never after its arrival. */
  readonly at: number
  readonly place: ErrorPlace
  /** The person, or the visitor if nobody was signed in. */
  readonly unit: string | undefined
  readonly isImpersonated: boolean
  readonly isAutomated: boolean
  readonly release: string | undefined
  readonly route: string | undefined
  /** The visitor who has become the person of the event. */
  readonly joins: string | undefined
  readonly event: Readonly<Record<string, unknown>>
}

/** The level of events without a level. */
const NO_LEVEL = 'none'

/** `undefined` if the body is no event. */
export function seenEvent({ id, app, receivedAt, clockAheadMs = 0, body }: StoredEvent): SeenEvent | undefined {
  const event = parsed(body)
  if (event === undefined) return undefined
  const { at, kind } = event
  const identity = recordIn(event, 'identity')
  const moment = recordIn(event, 'moment')
  const level = textOf(app.promotion)
  const person = textOf(identity['id'])
  const visitor = textOf(identity['visitor'])
  const joined = kind === 'sign-in' ? textOf(recordIn(event, 'properties')['visitor']) : undefined
  const happened = typeof at === 'number' ? at - (wrongClock(clockAheadMs).clockAheadMs ?? 0) : Number.NaN
  return {
    id,
    at: Number.isFinite(happened) ? Math.min(happened, receivedAt) : receivedAt,
    place: { app: textOf(app.name) ?? '', ...(level !== undefined && level !== NO_LEVEL && { promotion: level }) },
    unit: person === undefined ? unitOfVisitor(visitor) : `person ${person}`,
    isImpersonated: (identity['impersonator'] ?? undefined) !== undefined,
    isAutomated: moment['automated'] === true,
    release: textOf(moment['release']),
    route: textOf(recordIn(moment, 'view')['pattern']),
    joins: person === undefined ? undefined : unitOfVisitor(joined),
    event,
  }
}

const unitOfVisitor = (visitor: string | undefined) => (visitor === undefined ? undefined : `visitor ${visitor}`)

/** Whether two events happened in the same application and level. */
export const isSamePlace = (one: ErrorPlace, other: ErrorPlace): boolean =>
  one.app === other.app && one.promotion === other.promotion

/** Whether an event says something about its unit: nobody else looked at the application as this person, and it was no program. */
export const isOwn = ({ isImpersonated, isAutomated }: SeenEvent): boolean => !isImpersonated && !isAutomated

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** An own field that is an object, or else an empty one. */
export function recordIn(record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = record[key]
  return isRecord(value) ? value : {}
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
