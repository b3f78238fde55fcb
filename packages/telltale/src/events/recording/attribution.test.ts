import { describe, expect, it } from 'vitest'
import type { EventIdentity } from '../../core/model/event.ts'
import { flagsFor, type FlagFacts } from './attribution.ts'

const bob = { id: 'bob' }
const samAsIda = { id: 'ida', impersonator: 'sam' }
const waits = undefined

const ready = { user: bob, isReady: true }
const pending = { user: bob, isReady: false }
const readyForAnother = { user: samAsIda, isReady: true }

describe('the flags of an event', () => {
  it.each<[string, EventIdentity, Partial<FlagFacts>, 'current' | 'none' | undefined]>([
    ['are the current ones when its owner is the user', bob, {}, 'current'],
    ['are awaited while they are not ready', bob, { flags: pending }, waits],
    ['are awaited while those of another user are in force', bob, { flags: readyForAnother }, waits],
    ['are awaited while those of no user are in force', bob, { flags: { isReady: true } }, waits],
    ['are those that are shown to its owner before this user is confirmed', bob, { user: undefined }, 'current'],
    ['of another page are those that are shown to its owner', bob, { isOwn: false, user: undefined }, 'current'],
    ['are awaited until the deadline', bob, { flags: pending, flagsDeadlineMs: 60_001 }, waits],
    ['are none after the deadline', bob, { flags: pending, flagsDeadlineMs: 60_000 }, 'none'],
    ['are the current ones even after the deadline', bob, { flagsDeadlineMs: 1 }, 'current'],
    ['are none when another user is there', samAsIda, { ageMs: 0 }, 'none'],
    ['are awaited while the next token may belong to the same person', bob, { user: undefined, flags: pending }, waits],
    [
      'are none after the deadline without a user',
      bob,
      { user: undefined, flags: pending, flagsDeadlineMs: 60_000 },
      'none',
    ],
    [
      'are awaited by an event of another page until the user is known',
      bob,
      { isOwn: false, user: undefined, flags: pending, flagsDeadlineMs: 1 },
      waits,
    ],
    [
      'are awaited by an event of another page and another user for a minute',
      samAsIda,
      { isOwn: false, ageMs: 59_999 },
      waits,
    ],
    ['are none for an event of another page and another user after a minute', samAsIda, { isOwn: false }, 'none'],
    ['of the customer are not those of an impersonator', samAsIda, { user: { id: 'ida' } }, 'none'],
  ])('%s', (_title, owner, facts, expected) => {
    const given = { ageMs: 60_000, isOwn: true, user: bob, flags: ready, ...facts }
    expect(flagsFor(owner, given)).toBe(expected)
  })
})
