import { parseRecord } from '../core/lib/json.ts'
import type { MomentSession } from '../core/model/event.ts'

/** How long a session lasts without activity, in milliseconds. */
const PAUSE_MS = 30 * 60_000
/** How long a session lasts at most, in milliseconds. */
const LONGEST_MS = 24 * 60 * 60_000
/** The longest id that is taken from a stored record. */
const MAX_ID = 64

/** A session, as the tabs of the origin share it: its id and its latest activity are one record, so that they always fit together. */
export interface SharedSession extends MomentSession {
  /** When a tab of the session was last active, in milliseconds since 1970. */
  readonly lastAt: number
  /** A number that is made of the id of its person, as soon as one is known. */
  readonly person?: number | undefined
}

/** Who is signed in: a number for a person, `null` for nobody, and `undefined` while that is not known. */
export type SessionPerson = number | null | undefined

interface Facts {
  /** The sessions that may go on, the preferred one first. */
  known: readonly (SharedSession | undefined)[]
  now: number
  /** When the session has begun, if it is a new one. A time that cannot be is replaced by now. */
  since: number
  person: SessionPerson
}

/** Whether a session may be that of this user. Somebody who signs in continues the session in which nobody was. */
export const fits = (session: SharedSession, person: SessionPerson) =>
  person === undefined || session.person === undefined || session.person === person

/** The session of a tab that is active: the first one that is not over and may be that of this user, else a new one. */
export function nextSession({ known, now, since, person }: Facts, mint: () => string): SharedSession {
  const current = known.find((one) => one && isCurrent(one, now) && fits(one, person))
  if (current) return { ...current, lastAt: now }
  const startedAt = since <= now && now - since < LONGEST_MS ? since : now
  return { id: mint(), startedAt, lastAt: now, ...(typeof person === 'number' && { person }) }
}

/** Whether the session has begun by this time, and has not been over for long then. */
export const includes = ({ startedAt, lastAt }: SharedSession, at: number) =>
  startedAt <= at && at - lastAt < PAUSE_MS && at - startedAt < LONGEST_MS

/** A clock that was set back makes times that lie in the future: they end a session as those of the past do, or it would never end. */
export const isCurrent = ({ startedAt, lastAt }: SharedSession, now: number) =>
  Math.abs(now - lastAt) < PAUSE_MS && Math.abs(now - startedAt) < LONGEST_MS

/** Reads the record, which may be damaged or of another script. */
export function readSession(text: string | undefined): SharedSession | undefined {
  const { id, startedAt, lastAt, person } = parseRecord(text)
  const isValid = typeof id === 'string' && id !== '' && id.length <= MAX_ID && isTime(startedAt) && isTime(lastAt)
  return isValid ? { id, startedAt, lastAt, ...(isTime(person) && { person }) } : undefined
}

const isTime = (value: unknown): value is number => Number.isFinite(value)
