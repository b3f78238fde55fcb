import { describe, expect, it } from 'vitest'
import type { EventDraft, EventIdentity } from '../../core/model/event.ts'
import { fakeQuestions } from '../../testing/fakeHost.ts'
import { fakeClock } from '../../testing/fakePlatform.ts'
import { OTHER_PAGE_MS } from '../recording/attribution.ts'
import { createEvidence, ownerByEvidence, type OwnerFacts } from './evidence.ts'

const bob = { id: 'bob' }
const samAsIda = { id: 'ida', impersonator: 'sam' }
const samAsOtto = { id: 'otto', impersonator: 'sam' }
const draft = (parts: Partial<EventDraft> = {}): EventDraft => ({
  ...{
    page: 'page-1',
    n: 1,
    id: 'd-1',
    name: 'Quote sent',
    at: 0,
    url: '',
    properties: {},
    epoch: 'e-1',
    question: 'page-1/1',
  },
  ...parts,
})

const waits = undefined
const none = {}

describe('the owner of an event whose question was given up on its page', () => {
  it.each<[string, EventDraft, Partial<OwnerFacts>, EventIdentity | undefined]>([
    [
      'is who was shown, when a later answer names the same user',
      draft({ tokenDigest: 'c', shown: samAsIda }),
      { later: samAsIda },
      samAsIda,
    ],
    [
      'is nobody, when a later answer names another user',
      draft({ tokenDigest: 'c', shown: samAsIda }),
      { later: samAsOtto },
      none,
    ],
    ['is the user of the later answer, when nobody was shown', draft({ tokenDigest: 'c' }), { later: bob }, bob],
    [
      'is awaited while the token is asked for',
      draft({ tokenDigest: 'c' }),
      { isAsked: true, ageMs: 24 * 3_600_000 },
      waits,
    ],
    ['is awaited for a minute without a question', draft({ tokenDigest: 'c' }), { ageMs: 59_999 }, waits],
    ['is nobody after a minute without a question', draft({ tokenDigest: 'c' }), { ageMs: 60_000 }, none],
    ['is nobody when there was never a token', draft(), {}, none],
  ])('%s', (_title, given, facts, owner) => {
    const untold = { ageMs: 0, isOwn: true, later: undefined, isAsked: false }
    expect(ownerByEvidence(given, { ...untold, ...facts })).toEqual(owner)
  })
})

const rest = { isOwn: false, isAsked: false }

describe('the owner of an event of another page', () => {
  const table: [title: string, shown: EventIdentity | undefined, later: EventIdentity | undefined, string, string][] = [
    // The owner at once, and after a minute.
    ['no answer', bob, undefined, 'waits', 'none'],
    ['the user who was shown', samAsIda, samAsIda, 'sam as ida', 'sam as ida'],
    ['another user than was shown', samAsIda, samAsOtto, 'waits', 'none'],
    ['a user where nobody was shown', undefined, samAsIda, 'waits', 'sam as ida'],
    ['a refusal where a user was shown', bob, {}, 'waits', 'none'],
  ]
  const nameOf = (owner: EventIdentity | undefined) =>
    owner === undefined ? 'waits' : owner.id === undefined ? 'none' : 'sam as ida'

  it.each(table)(
    'where it is not known whether that page is open, and this page has %s',
    (_title, shown, later, atOnce, old) => {
      const given = draft({ tokenDigest: 'c', ...(shown && { shown }) })
      const after = (ageMs: number) => nameOf(ownerByEvidence(given, { ...rest, ageMs, later }))
      expect([after(0), after(OTHER_PAGE_MS - 1), after(OTHER_PAGE_MS)]).toEqual([atOnce, atOnce, old])
    },
  )

  it.each(table)(
    'the owner of an event of another page is left to that page while it is open, if this page has %s',
    (_title, shown, later) => {
      const given = draft({ tokenDigest: 'c', ...(shown && { shown }) })
      const after = (ageMs: number) => ownerByEvidence(given, { ...rest, ageMs, later, hasEnded: false })
      expect([after(0), after(24 * 3_600_000)]).toEqual([waits, waits])
    },
  )

  it.each(table)(
    'the owner of an event of another page is decided as soon as that page has ended, if this page has %s',
    (_title, shown, later, _atOnce, old) => {
      const given = draft({ tokenDigest: 'c', ...(shown && { shown }) })
      const after = (ageMs: number) => nameOf(ownerByEvidence(given, { ...rest, ageMs, later, hasEnded: true }))
      // Without an answer, the minute goes on.
      expect([after(0), after(OTHER_PAGE_MS)]).toEqual([later ? old : 'waits', old])
    },
  )
})

it('the evidence about an event of another page is the first answer with the token to a question that was asked after it', () => {
  const questions = fakeQuestions('c')
  for (const [tokenDigest, id] of [
    ['c', 'support'],
    ['other', 'otto'],
    ['c', 'ida'],
  ] as const) {
    questions.begin(tokenDigest, questions.all.length * 1_000)
    questions.answer({ id })
  }
  const evidence = createEvidence(questions, fakeClock(10_000)).ownerOf
  const of = { tokenDigest: 'c', question: 'page-2/0' }
  const at = (ms: number) =>
    evidence(draft({ ...of, at: ms }), { ageMs: OTHER_PAGE_MS, isOwn: false, hasEnded: true })?.id
  expect([at(0), at(1_000), at(1_001), at(3_000), at(3_001)]).toEqual(['support', 'support', 'ida', 'ida', undefined])
  // The clock was set back.
  expect(at(10_001)).toBe('support')
})

it.each([
  ['stands still', 0],
  ['is set back by an hour', -3_600_000],
  ['is set forward by an hour', 3_600_000],
])(
  'the evidence about an event of this page is the first answer to a question after its own when the clock %s',
  (_, ms) => {
    const questions = fakeQuestions('c')
    questions.answer({ id: 'support' })
    const own = questions.begin('c', ms)
    questions.begin('c', ms)
    questions.answer({ id: 'ida' })
    const evidence = createEvidence(questions, fakeClock(ms)).ownerOf
    const given = draft({ at: ms, tokenDigest: 'c', question: own.id })
    expect(evidence(given, { ageMs: OTHER_PAGE_MS, isOwn: true })).toEqual({ id: 'ida' })
  },
)

it('an event waits while a question with its token is open', () => {
  const questions = fakeQuestions('c')
  const evidence = createEvidence(questions, fakeClock()).ownerOf
  const waited = { ageMs: OTHER_PAGE_MS, isOwn: true }
  expect(evidence(draft({ tokenDigest: 'c' }), waited)).toBe(waits)
  expect(evidence(draft({ tokenDigest: 'other' }), waited)).toEqual(none)
})
