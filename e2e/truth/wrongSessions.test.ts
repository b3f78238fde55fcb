import { expect, it } from 'vitest'
import { ANONYMOUS, type Answer, type Call, type Evidence, type Question, type Stored } from './evidence.ts'
import { wrongSessions } from './wrongSessions.ts'

const call: Call = {
  ...{ name: 'event 1', page: 'A', token: 'ida#1', sinceMs: 1_000, atMs: 10_000 },
  ...{ status: 'known', user: 'ida@ida-1', flagsStatus: 'live', plan: '' },
}
const stored: Stored = {
  ...{ name: 'event 1', user: 'ida@ida-1', plan: undefined, atMs: 11_500, happenedMs: 10_000 },
  ...{ session: { id: 's1', startedAt: 900 }, place: { page: 'a', n: 2 } },
}
const opened: Question = { page: 'A', token: 'ida#1', atMs: 1_000 }
const answer = { page: 'A', token: 'ida#1', user: 'ida@ida-1', askedMs: 1_010, atMs: 2_000 }

function namesOf(second: Partial<Stored>, made: Partial<Call>, more: Partial<Evidence> = {}) {
  const evidence: Evidence = {
    calls: [call, { ...call, name: 'event 2', atMs: 30_000, ...made }],
    stored: [stored, { ...stored, name: 'event 2', happenedMs: 30_000, ...second }],
    ...{ joins: [], exposures: [], batches: [], flags: [], ends: new Map(), offline: [], answers: [answer] },
    ...more,
    questions: [opened, ...(more.questions ?? [])],
  }
  return wrongSessions(evidence).map(({ name }) => name)
}

const another = { session: { id: 's2', startedAt: 25_000 } }
const asked = (token: string | undefined, atMs = 20_000): Question => ({ page: 'A', token, atMs })
const named = (user: string): Answer => ({ ...answer, user, askedMs: 20_010, atMs: 20_100 })

it.each<[string, string[], Partial<Stored>, Partial<Evidence>]>([
  ['is in the session of the one before', [], {}, {}],
  ['has no session', ['event 2'], { session: undefined }, {}],
  [
    'has a session that began after it',
    ['event 2'],
    { ...another, happenedMs: 24_999 },
    { questions: [asked(undefined)] },
  ],
  ['has another session without a cause', ['session s2'], another, {}],
  ['has another session after a sign-out', [], another, { questions: [asked(undefined)] }],
  [
    'has another session after a sign-out that came later',
    ['session s2'],
    another,
    { questions: [asked(undefined, 27_000)] },
  ],
  ['has another session after another person signed in', [], another, { questions: [asked('otto#1')] }],
  ['has another session after the token was renewed', ['session s2'], another, { questions: [asked('ida#2')] }],
  ['has another session after an impersonation began', [], another, { answers: [answer, named('sam as otto@otto-1')] }],
  ['has another session after the company changed', ['session s2'], another, { answers: [answer, named('ida@ida-2')] }],
  ['has a session with two beginnings', ['event 2'], { session: { id: 's1', startedAt: 950 } }, {}],
])('an event %s: %j', (_, names, second, more) => {
  expect(namesOf(second, {}, more)).toEqual(names)
})

it('a sign-in of somebody who was not signed in continues the session', () => {
  const questions = [{ ...opened, token: undefined, atMs: 500 }]
  expect(namesOf(another, {}, { questions })).toEqual(['session s2'])
})

it.each<[string, string[], Question[], Partial<Evidence>]>([
  ['on the only page', ['event 2'], [], {}],
  ['while another page is open', ['event 2'], [{ page: 'B', token: 'ida#1', atMs: 5_000 }], {}],
  [
    'after another page was closed',
    ['event 2'],
    [{ page: 'B', token: 'ida#1', atMs: 500 }],
    { ends: new Map([['B', [600, 700]]]) },
  ],
])('two persons have one session %s: %j', (_, names, questions, more) => {
  const user = 'otto@otto-1'
  const made = { token: 'otto#1', user, sinceMs: 20_000 }
  const answers = [answer, { ...named(user), token: 'otto#1' }]
  expect(namesOf({ user }, made, { answers, ...more, questions: [...questions, asked('otto#1')] })).toEqual(names)
})

it.each([
  ['of another person', [], 'otto@otto-1'],
  ['of the same person', ['session s2'], 'ida@ida-1'],
  ['in which nobody is signed in', ['session s2'], ANONYMOUS],
])('a session %s needs a cause: %j', (_, names, user) => {
  const questions = [{ ...opened, token: undefined, atMs: 500 }]
  expect(namesOf({ ...another, user }, {}, { questions })).toEqual(names)
})
