import { expect, it } from 'vitest'
import { eventWith } from '../testing/batches.ts'
import type { IncomingEvent } from './store.ts'
import { createTombstones, digestOf, type ErasedSubject, rightTime, signInOf } from './tombstones.ts'

const SALT = 'salt'
const AT = 1_700_000_000_000

const tombstonesOf = (...all: readonly (readonly [subject: ErasedSubject, before: number])[]) =>
  createTombstones(
    all.map(([subject, before]) => ({ digest: digestOf(subject, SALT), before })),
    SALT,
  )

const ada: ErasedSubject = { kind: 'person', id: 'ada' }
const anonymous: ErasedSubject = { kind: 'anonymous', id: 'v' }
const visitor: ErasedSubject = { kind: 'visitor', id: 'v' }
const acme: ErasedSubject = { kind: 'account', accountKind: 'company', id: 'acme' }

it.each<[boolean, ErasedSubject, Partial<IncomingEvent>]>([
  [true, ada, { person: 'ada' }],
  [true, ada, { person: 'bob', impersonator: 'ada' }],
  [false, ada, { person: 'bob' }],
  [false, ada, { visitor: 'ada', accounts: [['person', 'ada']] }],
  [true, visitor, { visitor: 'v' }],
  [true, visitor, { visitor: 'v', person: 'bob' }],
  [false, visitor, { person: 'v' }],
  [true, anonymous, { visitor: 'v' }],
  [false, anonymous, { visitor: 'v', person: 'bob' }],
  [
    true,
    acme,
    {
      accounts: [
        ['team', 'a'],
        ['company', 'acme'],
      ],
    },
  ],
  [
    false,
    acme,
    {
      accounts: [
        ['team', 'acme'],
        ['company', 'a'],
      ],
    },
  ],
  [false, acme, {}],
])('says %s when %o is deleted and an event with %o comes', (isErased, subject, fields) => {
  const { size, isErased: says } = tombstonesOf([subject, AT])
  expect(size).toBe(1)
  expect(says(eventWith({ happenedAt: AT, ...fields }), 0)).toBe(isErased)
  expect(says(eventWith({ happenedAt: AT + 1, ...fields }), 0)).toBe(false)
})

it.each([
  [0, 0],
  [10, -10],
  [600_000, -600_000],
  // The request has taken so long.
  [-1, 0],
  [-59_999, 0],
  [-60_000, 60_000],
])('takes an event of a clock that is ahead by %s ms as %s ms later', (clockAheadMs, later) => {
  expect(rightTime({ happenedAt: AT }, clockAheadMs)).toBe(AT + later)
  const { isErased } = tombstonesOf([ada, AT])
  expect(isErased(eventWith({ person: 'ada', happenedAt: AT - later }), clockAheadMs)).toBe(true)
  expect(isErased(eventWith({ person: 'ada', happenedAt: AT - later + 1 }), clockAheadMs)).toBe(false)
})

it('goes by the latest of several deletions of the same person', () => {
  const { size, isErased } = tombstonesOf([ada, AT], [ada, AT + 10], [ada, AT + 5])
  expect(size).toBe(1)
  expect(isErased(eventWith({ person: 'ada', happenedAt: AT + 10 }), 0)).toBe(true)
})

it('takes an event with a visitor as a sign-in, unless somebody impersonates', () => {
  expect(signInOf(eventWith({ person: 'ada', visitor: 'v' }))).toEqual({ person: 'ada', visitor: 'v' })
  expect(signInOf(eventWith({ person: 'ada', visitor: 'v', impersonator: 'bob' }))).toBeUndefined()
  expect(signInOf(eventWith({ visitor: 'v' }))).toBeUndefined()
  expect(signInOf(eventWith({ person: 'ada' }))).toBeUndefined()
})

it('tells of the sign-in of a deleted person as long as what the visitor did is not deleted up to the same time', () => {
  const signIn = eventWith({ person: 'ada', visitor: 'v', happenedAt: AT + 100 })
  const digests = { person: digestOf(ada, SALT), visitor: digestOf(anonymous, SALT) }
  expect(tombstonesOf().signInOfErased(signIn)).toBeUndefined()
  expect(tombstonesOf([acme, AT]).signInOfErased(signIn)).toBeUndefined()
  expect(tombstonesOf([ada, AT]).signInOfErased(signIn)).toEqual(digests)
  expect(tombstonesOf([ada, AT], [anonymous, AT - 1]).signInOfErased(signIn)).toEqual(digests)
  expect(tombstonesOf([ada, AT], [anonymous, AT]).signInOfErased(signIn)).toBeUndefined()
})

it('keeps digests that depend on the salt, on the kind and on each part of an account', () => {
  const subjects: readonly ErasedSubject[] = [ada, visitor, anonymous, acme, { ...acme, accountKind: 'team' }]
  const digests = subjects.flatMap((subject) => ['a', 'b'].map((salt) => digestOf(subject, salt)))
  expect(new Set(digests).size).toBe(10)
  expect(digestOf(ada, new TextEncoder().encode('a'))).toBe(digests[0])
})
