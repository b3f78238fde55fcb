import { createHash } from 'node:crypto'
import { isConsent } from './consent.ts'
import type { EventCopy, IncomingEvent, Subject } from './store.ts'

/** Whose events are deleted: those of somebody, or what a visitor did while it was not known who it was. */
export type ErasedSubject = Subject | { readonly kind: 'anonymous'; readonly id: string }

/** Somebody whose events are not stored if they happened up to `before`. */
export interface Tombstone {
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly before: number
  /** Decisions about consent are stored all the same. */
  readonly keepsConsents?: boolean | undefined
}

export interface Tombstones {
  /** How many there are. */
  readonly size: number
  /** @param clockAheadMs - by how much the clock by which the event happened was ahead of the collector's */
  isErased(event: IncomingEvent, clockAheadMs: number): boolean
  /** The same for a copy of an event that has arrived before: of its clock, nothing is known any more. */
  isErasedCopy(copy: EventCopy): boolean
  /** The person and the visitor of a sign-in, as digests, if the person was deleted, and what the visitor did was not. */
  signInOfErased(event: IncomingEvent): SignIn | undefined
}

/** A person, and a visitor who turns out to be the person. */
export interface SignIn {
  readonly person: string
  readonly visitor: string
}

/** A clock that seems to be behind by less, in milliseconds, is right: the request has taken so long. */
const SLOW_MS = 60_000

/** When an event has happened by a clock that is set right. */
export function rightTime({ happenedAt }: Pick<IncomingEvent, 'happenedAt'>, clockAheadMs: number): number {
  const isSlow = clockAheadMs < 0 && clockAheadMs > -SLOW_MS
  return happenedAt - (isSlow ? 0 : clockAheadMs)
}

const SEPARATOR = '\u001F'

/** An account in one text. */
export const accountText = ([kind, id]: readonly [kind: string, id: string]): string => kind + SEPARATOR + id

/** A subject as it is digested. */
export const subjectText = (subject: ErasedSubject): string =>
  subject.kind + SEPARATOR + (subject.kind === 'account' ? accountText([subject.accountKind, subject.id]) : subject.id)

const digestOfText = (text: string, salt: string | Uint8Array) =>
  createHash('sha256').update(salt).update(text).digest('hex')

/**
 * A store keeps who was deleted only as a digest, with a salt of its own: it tells those who ask with the id, and nobody else. The same as
 * `digest_of` in the schema of PostgreSQL.
 */
export const digestOf = (subject: ErasedSubject, salt: string | Uint8Array): string =>
  digestOfText(subjectText(subject), salt)

/** Not that of an impersonation: it is the browser of somebody else. */
export const signInOf = ({ person, impersonator, visitor }: IncomingEvent): SignIn | undefined =>
  person === undefined || visitor === undefined || impersonator !== undefined ? undefined : { person, visitor }

/** Everybody an event is about. An event that names a person is not one of another person, whoever has used the browser before. */
function subjectsOf({
  person,
  impersonator,
  visitor,
  accounts,
}: Omit<EventCopy, 'id' | 'receivedAt'>): ErasedSubject[] {
  return [
    ...[person, impersonator].flatMap((id) => (id === undefined ? [] : [{ kind: 'person' as const, id }])),
    ...(visitor === undefined ? [] : [{ kind: 'visitor' as const, id: visitor }]),
    ...(visitor === undefined || person !== undefined ? [] : [{ kind: 'anonymous' as const, id: visitor }]),
    ...accounts.map(([accountKind, id]) => ({ kind: 'account' as const, accountKind, id })),
  ]
}

/** The latest time of each digest. */
function latestOf(all: readonly Tombstone[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const { digest, before } of all) latest.set(digest, Math.max(before, latest.get(digest) ?? -Infinity))
  return latest
}

/** A digest takes longer than a look into a map, and the events of a batch are often about the same people. */
const MAX_DIGESTS = 20_000

export function createTombstones(all: readonly Tombstone[], salt: string | Uint8Array): Tombstones {
  const beforeByDigest = latestOf(all)
  const ofConsents = latestOf(all.filter(({ keepsConsents }) => !keepsConsents))
  const digests = new Map<string, string>()

  function knownDigest(subject: ErasedSubject): string {
    const text = subjectText(subject)
    const known = digests.get(text)
    if (known !== undefined) return known
    const made = digestOfText(text, salt)
    if (digests.size >= MAX_DIGESTS) digests.clear()
    digests.set(text, made)
    return made
  }

  const beforeOf = (subject: ErasedSubject, known = beforeByDigest) => known.get(knownDigest(subject)) ?? -Infinity

  return {
    size: beforeByDigest.size,
    isErased(event, clockAheadMs) {
      if (beforeByDigest.size === 0) return false
      const rightAt = rightTime(event, clockAheadMs)
      const known = isConsent(event) ? ofConsents : beforeByDigest
      return subjectsOf(event).some((subject) => rightAt <= beforeOf(subject, known))
    },
    isErasedCopy: (copy) =>
      beforeByDigest.size > 0 &&
      subjectsOf(copy).some(
        (subject) => copy.receivedAt <= beforeOf(subject, copy.isConsent ? ofConsents : beforeByDigest),
      ),
    signInOfErased(event) {
      const signIn = signInOf(event)
      if (beforeByDigest.size === 0 || !signIn) return undefined
      const [person, visitor] = [
        { kind: 'person', id: signIn.person },
        { kind: 'anonymous', id: signIn.visitor },
      ] as const
      if (beforeOf(person) <= beforeOf(visitor)) return undefined
      return { person: knownDigest(person), visitor: knownDigest(visitor) }
    },
  }
}
