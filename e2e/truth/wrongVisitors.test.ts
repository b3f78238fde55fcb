import { expect, it } from 'vitest'
import type { Call, Evidence, Join, Stored } from './evidence.ts'
import { wrongVisitors } from './wrongVisitors.ts'

const call: Call = {
  ...{ name: 'event 1', page: 'A', token: undefined, sinceMs: 1_000, atMs: 10_000, visitor: 'v1' },
  ...{ status: 'signed-out', user: 'anonymous', flagsStatus: 'live', plan: '' },
}
const stored: Stored = {
  ...{ name: 'event 1', user: 'anonymous', plan: undefined, atMs: 11_500, happenedMs: 10_000, visitor: 'v1' },
  place: { page: 'a', n: 2 },
}
const join: Join = { joined: 'v1', user: 'ida@ida-1', place: { page: 'a', n: 3 } }
const answer = { page: 'A', token: 'ida#1', user: 'ida@ida-1', askedMs: 12_000, atMs: 12_100 }

function namesOf(event: Partial<Stored>, made: Partial<Call> = {}, more: Partial<Evidence> = {}) {
  const evidence: Evidence = {
    ...{ calls: [{ ...call, ...made }], stored: [{ ...stored, ...event }], joins: [join], exposures: [], batches: [] },
    ...{ questions: [], answers: [answer], flags: [], ends: new Map(), offline: [], ...more },
  }
  return wrongVisitors(evidence).map(({ name }) => name)
}

const failed = { token: 'ida#1', status: 'failed', visitor: undefined } as const
const ENDED = new Map([['A', [10_500, 10_600] as const]])

it.each<[string, number, Partial<Stored>, Partial<Call>, Partial<Evidence>]>([
  ['of a visitor who is shown has this visitor', 0, {}, {}, {}],
  ['of a visitor who is shown has no visitor', 1, { visitor: undefined }, {}, {}],
  ['of a visitor who is shown has none, and its page ended', 0, { visitor: undefined }, {}, { ends: ENDED }],
  ['of a visitor who is shown has another one', 1, { visitor: 'v2' }, {}, {}],
  ['of a visitor who is shown has another one, and its page ended', 1, { visitor: 'v2' }, {}, { ends: ENDED }],
  [
    'is tracked while nobody is signed in, and no visitor is shown',
    1,
    { visitor: undefined },
    { visitor: undefined },
    {},
  ],
  ['that who-am-i has failed for has no visitor', 0, { visitor: undefined }, failed, {}],
  ['that who-am-i has failed for has a visitor', 1, {}, failed, {}],
  ['of a person has a visitor', 1, { user: 'ida@ida-1' }, {}, {}],
  ['has a visitor who was joined before it on its page', 1, { place: { page: 'a', n: 4 } }, {}, {}],
  ['has a visitor who was joined on another page', 0, { place: { page: 'b', n: 4 } }, {}, {}],
])('an event %s: violations: %i', (_, count, event, made, more) => {
  expect(namesOf(event, made, more)).toEqual(Array(count).fill('event 1'))
})

it.each<[string, number, readonly Join[]]>([
  ['once', 0, [join]],
  ['twice to one person', 1, [join, { ...join }]],
  ['to a person whom no answer has named', 1, [{ ...join, user: 'otto@otto-1' }]],
  ['to nobody', 1, [{ ...join, user: 'anonymous' }]],
  ['by an event of a visitor', 1, [{ ...join, visitor: 'v1' }]],
])('a visitor is joined %s: violations: %i', (_, count, joins) => {
  expect(namesOf({}, {}, { joins })).toEqual(Array(count).fill('join of v1'))
})

it('a visitor is not joined to a person who is impersonated', () => {
  const user = 'sam as ida@ida-1'
  expect(namesOf({}, {}, { joins: [{ ...join, user }], answers: [{ ...answer, user }] })).toEqual(['join of v1'])
})

it.each([
  ['before and after a token', ['event 2'], 12_000, 'A'],
  ['twice without a token in between', [], 1_000, 'A'],
  ['on two pages', [], 12_000, 'B'],
])('a visitor is shown %s: violations: %j', (_, names, sinceMs, page) => {
  const later: Call = { ...call, name: 'event 2', atMs: 13_000, sinceMs, page }
  expect(namesOf({}, {}, { calls: [call, later] })).toEqual(names)
})
