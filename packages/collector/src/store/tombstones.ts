import { createHash } from 'node:crypto'
import type { IncomingEvent, Subject } from './store.ts'

/** Somebody whose events are not stored if they happened up to `before`. */
export interface Tombstone {
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly before: number
}

export interface Tombstones {
  /** How many there are. */
  readonly size: number
  /** @param clockAheadMs - by how much the clock by which the event happened was ahead of the collector's */
  isErased(event: IncomingEvent, clockAheadMs: number): boolean
}

/** A clock that seems to be behind by less, in milliseconds, is right: the request has taken so long. */
const SLOW_MS = 60_000

/** A store keeps who was deleted only as a digest, with a salt of its own. */
export const digestOf = (subject: Subject, salt: Uint8Array) =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify(subject.kind === 'account' ? [subject.accountKind, subject.id] : [subject.kind, subject.id]))
    .update(subject.kind)
    .digest('base64url')

/** Everybody an event is about. */
function subjectsOf({ person, impersonator, visitor, accounts }: Omit<IncomingEvent, 'body'>): Subject[] {
  return [
    ...[person, impersonator].flatMap((id) => (id === undefined ? [] : [{ kind: 'person' as const, id }])),
    ...(visitor === undefined ? [] : [{ kind: 'visitor' as const, id: visitor }]),
    ...accounts.map(([accountKind, id]) => ({ kind: 'account' as const, accountKind, id })),
  ]
}

export function createTombstones(all: readonly Tombstone[], salt: Uint8Array): Tombstones {
  const beforeOf = new Map<string, number>()
  for (const { digest, before } of all) beforeOf.set(digest, Math.max(before, beforeOf.get(digest) ?? -Infinity))
  return {
    size: beforeOf.size,
    isErased(event, clockAheadMs) {
      if (beforeOf.size === 0) return false
      const isSlow = clockAheadMs < 0 && clockAheadMs > -SLOW_MS
      const happenedAt = event.happenedAt - (isSlow ? 0 : clockAheadMs)
      return subjectsOf(event).some((subject) => happenedAt <= (beforeOf.get(digestOf(subject, salt)) ?? -Infinity))
    },
  }
}
